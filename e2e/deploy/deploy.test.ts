import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { readConfig, SETTINGS, type Environment } from '#server/src/config.ts';
import {
  afterAll,
  FIRST_START_FILE,
  ROOT,
  startService,
  temporaryFolder,
} from '#server/test/harness.ts';
import { eventually, freePort } from '#server/test/processes.ts';
import { exists, ourFiles } from '../docs/markdown.ts';
import { build, environmentOf, last, letThrough, readCopy, readDockerfile } from './dockerfile.ts';

// Files that put the service into place: they are read, held against each other and the service, and
// the steps of the Dockerfile are done in plain folders. No container engine is needed.

const DEPLOY = 'deploy';
const MANIFESTS = 'deploy/kubernetes';
const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
/** Numbers that the service has in its code. */
const inSource = (path: string, name: string): number =>
  Number(new RegExp(`const ${name} = ([\\d_]+)`).exec(text(path))?.[1]?.replaceAll('_', ''));
const GRACE_SECONDS = inSource('server/src/app.ts', 'GRACE_MS') / 1000;
const KEEP_ALIVE_SECONDS = inSource('server/src/http/server.ts', 'KEEP_ALIVE_TIMEOUT_MS') / 1000;
/** What PostgreSQL takes unless it is told otherwise. */
const MAX_CONNECTIONS = 100;

const stages = readDockerfile('deploy/Dockerfile');
const image = stages.at(-1) ?? assert.fail();
const PORT = environmentOf(image).PORT ?? '';
const USER = last(image, 'USER');

const seconds = (duration: string): number => Number(/^(\d+)s$/.exec(duration)?.[1]);

/** Settings of the service: their names and what they are set to. Files and gaps cannot be read here. */
function assertSettings(environment: Record<string, unknown>, place: string): void {
  const names = Object.keys(environment).filter((name) => name !== 'NODE_OPTIONS');
  for (const name of names) {
    const secret = name.endsWith('_FILE')
      ? SETTINGS[name.slice(0, -5) as keyof typeof SETTINGS]
      : {};
    assert.ok(name in SETTINGS || 'secret' in secret, `${place}: ${name} is no setting`);
  }
  const plain = names
    .filter((name) => !name.endsWith('_FILE'))
    .map((name) => [name, String(environment[name]).replace(/^\$\{\w+:-(.*)\}$/, '$1')]);
  readConfig(Object.fromEntries(plain) as Environment);
}

describe('deploy/Dockerfile', () => {
  it('copies what is there, and what .dockerignore lets through', () => {
    for (const stage of stages) {
      for (const { text: words } of stage.steps.filter(({ name }) => name === 'COPY')) {
        const { from, sources } = readCopy(words);
        if (from !== undefined)
          assert.ok(
            stages.some(({ name }) => name === from),
            from,
          );
        else for (const source of sources) assert.ok(exists(source) && letThrough(source), source);
      }
    }
    assert.ok(!letThrough('server/dist/src/main.js') && !letThrough('deploy/secrets/database_url'));
    assert.ok(
      !letThrough('server/src/cache/two-generation-cache.test.ts') &&
        !letThrough('node_modules/pg'),
    );
  });

  it('ends in an image that serves as an ordinary user', () => {
    assert.match(USER, /^[1-9]\d*:[1-9]\d*$/);
    assert.equal(last(image, 'EXPOSE'), PORT);
    assert.equal(last(image, 'STOPSIGNAL'), 'SIGTERM');
    assert.ok(Number(/^node:(\d+)-/.exec(image.image)?.[1]) >= 24, 'SQLite comes with Node.js');
    assert.ok(stages.every((stage) => stage.image === image.image));
    const { NODE_ENV: _, PATH: __, ...settings } = environmentOf(image);
    assertSettings(settings, 'Dockerfile');
    assert.ok(!('DATABASE_URL' in settings), 'it may not be set beside DATABASE_URL_FILE');
  });

  it(
    'builds a program that serves, is well, makes a link and stops',
    { timeout: 240_000 },
    async () => {
      const root = build(stages);
      const [uid = 0] = USER.split(':').map(Number);
      const port = await freePort();
      const inside = (path: string): string => path.replaceAll(/(?<=^|:)\/(?=app\/)/g, `${root}/`);
      const { PATH = '', ...environment } = environmentOf(image);
      const env = {
        ...environment,
        PORT: String(port),
        PATH: inside(PATH).replace(
          '$PATH',
          `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
        ),
      };
      const user = process.getuid?.() === 0 ? { uid, gid: uid } : {};
      const command = [last(image, 'ENTRYPOINT'), last(image, 'CMD')]
        .flatMap((words) => JSON.parse(words) as string[])
        .map(inside);
      const where = { cwd: join(root, last(image, 'WORKDIR')), env, ...user };
      const child = spawn(command[0] ?? '', command.slice(1), where);
      afterAll(() => child.kill('SIGKILL'));
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      }
      await eventually(
        'it listens',
        () => {
          assert.equal(child.exitCode, null, output);
          return output.includes('is listening on');
        },
        20_000,
      );

      const at = `http://127.0.0.1:${port}`;
      for (const path of ['/health/live', '/health/ready', '/docs/']) {
        assert.equal((await fetch(at + path)).status, 200, path);
      }
      const [, check = ''] = / CMD (\[.*\])$/.exec(last(image, 'HEALTHCHECK')) ?? [];
      const [program = '', ...words] = JSON.parse(check) as string[];
      const isWell = (): Promise<unknown> => promisify(execFile)(program, words, where);
      await isWell();

      // A log is read by others, so it has only the name of the file with the tokens.
      assert.doesNotMatch(output, /sl_[a-z]+_\w{40}|invitation#/);
      const told = FIRST_START_FILE.exec(output)?.[1] ?? '';
      assert.equal(told, join(realpathSync(root), 'data/first-start.txt'));
      assert.equal(statSync(told).mode & 0o777, 0o600);
      const token = /sl_server_\w+/.exec(readFileSync(told, 'utf8'))?.[0] ?? '';
      const made = await fetch(`${at}/v2/smartlinks`, {
        method: 'POST',
        headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
        body: '{"uri":"https://example.com/hello"}',
      });
      assert.equal(made.status, 201);
      const { smartlink } = (await made.json()) as { smartlink: string };
      assert.ok(smartlink.startsWith(`${at}/`), smartlink);
      const visit = await fetch(smartlink, { redirect: 'manual' });
      assert.equal(visit.headers.get('location'), 'https://example.com/hello');
      assert.ok(existsSync(join(root, 'data/smartlink.db')), 'it writes into the volume');
      const doctor = await promisify(execFile)('smartlink', ['doctor'], where);
      assert.match(doctor.stdout, /ok +the database is intact/);

      const dependencies = readdirSync(join(root, 'app/node_modules'));
      for (const tool of ['typescript', 'prettier', 'playwright-core']) {
        assert.ok(!dependencies.includes(tool), tool);
      }
      child.kill(last(image, 'STOPSIGNAL') as NodeJS.Signals);
      const [code] = (await once(child, 'exit')) as [number | null];
      assert.equal(code, 0, output);
      await assert.rejects(isWell(), { code: 1 });
    },
  );
});

interface Compose {
  readonly services: Record<string, ComposeService>;
  readonly volumes?: Record<string, unknown>;
  readonly secrets?: Record<string, { readonly file: string }>;
}

interface ComposeService {
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly image: string;
  readonly environment?: Record<string, unknown>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly depends_on?: Record<string, { readonly condition: string }>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly stop_grace_period: string;
  readonly restart: string;
}

for (const path of ['deploy/compose.yaml', 'deploy/compose.postgres.yaml']) {
  describe(path, () => {
    const compose = parse(text(path), { merge: true }) as Compose;
    const services = Object.entries(compose.services);
    const ours = services.filter(([, { build: from }]) => from !== undefined);

    it('builds and runs the service with settings that it has', () => {
      assert.ok(ours.length > 0);
      for (const [name, service] of ours) {
        const { context = '', dockerfile = '' } = service.build ?? {};
        assert.equal(join(DEPLOY, context), '.');
        assert.ok(exists(dockerfile), dockerfile);
        assertSettings(service.environment ?? {}, `${path}, ${name}`);
        const delay = Number(service.environment?.SHUTDOWN_DELAY_SECONDS ?? 0);
        assert.ok(seconds(service.stop_grace_period) > delay + GRACE_SECONDS, name);
      }
    });

    it('names ports, volumes, secrets, files and services that are there', () => {
      for (const [name, service] of services) {
        assert.equal(service.restart, 'unless-stopped', name);
        for (const port of service.ports ?? []) assert.ok(port.endsWith(`:${PORT}`), port);
        for (const volume of service.volumes ?? []) {
          const [source = ''] = volume.split(':');
          const known = source.startsWith('.')
            ? exists(join(DEPLOY, source))
            : source in (compose.volumes ?? {});
          assert.ok(known, volume);
        }
        for (const secret of service.secrets ?? []) assert.ok(secret in (compose.secrets ?? {}));
        for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
          const needed = compose.services[other];
          const told = needed?.healthcheck !== undefined || needed?.build !== undefined;
          assert.ok(condition === 'service_healthy' && told, `${name} waits for ${other}`);
        }
        for (const [variable, value] of Object.entries(service.environment ?? {})) {
          if (!variable.endsWith('_FILE')) continue;
          assert.ok(
            service.secrets?.some((secret) => value === `/run/secrets/${secret}`),
            variable,
          );
        }
      }
      for (const { file } of Object.values(compose.secrets ?? {})) {
        assert.ok(file.startsWith('./secrets/'), 'which .gitignore names');
      }
    });
  });
}

describe('deploy/Caddyfile', () => {
  const compose = parse(text('deploy/compose.postgres.yaml')) as Compose;
  const caddyfile = text('deploy/Caddyfile');

  it('spreads over the instances of deploy/compose.postgres.yaml', () => {
    const ours = Object.entries(compose.services).filter(([, one]) => one.build !== undefined);
    const [, upstreams = ''] = /reverse_proxy (.*) \{/.exec(caddyfile) ?? [];
    assert.deepEqual(
      upstreams.split(' '),
      ours.map(([name]) => `${name}:${PORT}`),
    );
    assert.ok(ours.length >= 3);
    assert.match(caddyfile, new RegExp(`^:${PORT} \\{`, 'm'));
    const [, pool = ''] =
      /DATABASE_POOL_SIZE: (\d+)/.exec(text('deploy/compose.postgres.yaml')) ?? [];
    assert.ok(ours.length * (Number(pool) + 1) < MAX_CONNECTIONS);
  });

  it('asks for health where there is an answer, and hangs up first', async () => {
    const { url } = await startService();
    const [, path = ''] = /health_uri (\S+)/.exec(caddyfile) ?? [];
    assert.equal((await fetch(url + path)).status, 200);
    const [, interval = ''] = /health_interval (\S+)/.exec(caddyfile) ?? [];
    const [, { environment }] = Object.entries(compose.services)[0] ?? assert.fail();
    assert.ok(Number(environment?.SHUTDOWN_DELAY_SECONDS) > seconds(interval));
    const [, keepAlive = ''] = /keepalive (\S+)/.exec(caddyfile) ?? [];
    assert.ok(seconds(keepAlive) < KEEP_ALIVE_SECONDS);
  });
});

/** The assignments of a unit or an environment file. */
function assignments(path: string): [name: string, value: string][] {
  return text(path)
    .split('\n')
    .flatMap((line) => {
      const [, name, value] = /^#?(\w+)=(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    });
}

describe('deploy/smartlink.service', () => {
  const unit = new Map(assignments('deploy/smartlink.service'));

  it('starts the program that a build makes, and waits for its end', () => {
    const [, program = ''] =
      /^\/usr\/bin\/node \/opt\/smartlink\/(\S+) serve$/.exec(unit.get('ExecStart') ?? '') ?? [];
    assert.ok(exists(program), program);
    assert.ok(Number(unit.get('TimeoutStopSec')) > GRACE_SECONDS);
    assert.equal(unit.get('WorkingDirectory'), `/var/lib/${unit.get('StateDirectory')}`);
    assert.equal(
      unit.get('KillMode'),
      'mixed',
      'workers are told to stop by the process they have',
    );
    assert.equal(unit.get('MemoryDenyWriteExecute'), 'no');
  });

  it('keeps all that it writes for its own user', () => {
    assert.equal(unit.get('UMask'), '0077');
    assert.equal(unit.get('StateDirectoryMode'), '0700');
  });

  it('has an example of its settings, which can be used', () => {
    const settings = assignments('deploy/smartlink.env');
    assert.ok(unit.get('EnvironmentFile')?.endsWith('/smartlink.env'));
    assertSettings(Object.fromEntries(settings), 'deploy/smartlink.env');
  });

  const skip = !existsSync('/usr/bin/systemd-analyze') && 'needs systemd-analyze';
  it('is understood by systemd', { skip }, () => {
    // What it names need not be on this machine.
    const file = join(temporaryFolder(), 'smartlink.service');
    const here = text('deploy/smartlink.service').replace('/usr/bin/node', process.execPath);
    writeFileSync(file, here.replaceAll(/^(User|Group)=.*$/gm, '$1=root'));
    const said = execFileSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    assert.equal(said, '');
  });
});

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: { readonly name: string };
  // What else there is differs by kind.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly [more: string]: any;
}

describe('deploy/kubernetes', () => {
  const manifests = ourFiles('.yaml')
    .filter((path) => path.startsWith(`${MANIFESTS}/`))
    .map((path) => [path.slice(MANIFESTS.length + 1), parse(text(path)) as Manifest] as const);
  const find = (kind: string): Manifest =>
    manifests.find(([, manifest]) => manifest.kind === kind)?.[1] ?? assert.fail(kind);
  const kustomization = find('Kustomization');
  const deployment = find('Deployment');
  const pod = deployment.spec.template.spec;
  const [container] = pod.containers;
  const settings = Object.fromEntries(
    (kustomization.configMapGenerator[0].literals as string[]).map((literal) => {
      const at = literal.indexOf('=');
      return [literal.slice(0, at), literal.slice(at + 1)];
    }),
  );

  it('has one manifest to a file, all named in the kustomization', () => {
    const named = text(`${MANIFESTS}/kustomization.yaml`);
    for (const [file, { apiVersion, kind }] of manifests) {
      assert.ok(apiVersion.length > 0 && kind.length > 0, file);
      if (kind !== 'Kustomization') assert.ok(named.includes(file), file);
    }
    for (const file of kustomization.resources) assert.ok(exists(`${MANIFESTS}/${file}`), file);
    assert.equal(kustomization.images[0].name, container.image);
  });

  it('selects the pods of the deployment everywhere', () => {
    const { labels } = deployment.spec.template.metadata;
    const selectors = [
      deployment.spec.selector.matchLabels,
      pod.topologySpreadConstraints[0].labelSelector.matchLabels,
      find('Service').spec.selector,
      find('PodDisruptionBudget').spec.selector.matchLabels,
    ];
    for (const selector of selectors) assert.deepEqual(selector, labels);
    const target = find('HorizontalPodAutoscaler').spec.scaleTargetRef;
    assert.deepEqual(target, {
      apiVersion: deployment.apiVersion,
      kind: deployment.kind,
      name: deployment.metadata?.name,
    });
  });

  it('sets settings that there are, and reads the secret that the example makes', () => {
    assertSettings(settings, 'kustomization.yaml');
    assert.equal(container.envFrom[0].configMapRef.name, kustomization.configMapGenerator[0].name);
    const secret = find('Secret');
    const [volume] = pod.volumes;
    const [mount] = container.volumeMounts;
    assert.equal(volume.secret.secretName, secret.metadata?.name);
    assert.equal(mount.name, volume.name);
    const [key = '', url = ''] =
      Object.entries(secret.stringData as Record<string, string>)[0] ?? [];
    assert.deepEqual(container.env, [
      { name: 'DATABASE_URL_FILE', value: `${mount.mountPath}/${key}` },
    ]);
    assert.equal(readConfig({ DATABASE_URL: url }).databaseUrl, url);
  });

  it('probes paths and ports that are served', async () => {
    const { url } = await startService();
    const [{ name, containerPort }] = container.ports;
    assert.equal(String(containerPort), PORT);
    assert.equal(find('Service').spec.ports[0].targetPort, name);
    for (const probe of [container.livenessProbe, container.readinessProbe]) {
      assert.equal(probe.httpGet.port, name);
      assert.equal((await fetch(url + probe.httpGet.path)).status, 200);
    }
    // An instance gets traffic for as long as it can open links without the store.
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    assert.equal(periodSeconds * failureThreshold, Number(settings.CACHE_MAX_AGE_SECONDS));
  });

  it('gives the service the time, the user and the connections that it needs', () => {
    const delay = Number(settings.SHUTDOWN_DELAY_SECONDS);
    assert.ok(delay > 0 && pod.terminationGracePeriodSeconds > delay + GRACE_SECONDS);
    const { runAsUser, runAsGroup } = pod.securityContext;
    assert.equal(`${runAsUser}:${runAsGroup}`, USER);
    const most = Math.max(
      deployment.spec.replicas,
      find('HorizontalPodAutoscaler').spec.maxReplicas,
    );
    const each = Number(settings.DATABASE_POOL_SIZE) + 1;
    const { maxSurge } = deployment.spec.strategy.rollingUpdate;
    assert.ok((most + maxSurge) * each * Number(settings.WORKERS) < MAX_CONNECTIONS);
    const heap = Number(/--max-old-space-size=(\d+)/.exec(settings.NODE_OPTIONS ?? '')?.[1]);
    assert.equal(container.resources.limits.memory, '1Gi');
    assert.ok(Number(settings.CACHE_MEGABYTES) < heap && heap < 1024);
  });
});
