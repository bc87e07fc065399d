import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { program } from '#server/src/commands/program.ts';
import { startService } from '#server/test/harness.ts';
import { exists, ourFiles } from '../docs/markdown.ts';
import {
  assertSettings,
  GRACE_SECONDS,
  KEEP_ALIVE_SECONDS,
  MAX_CONNECTIONS,
  MORE_CONNECTIONS,
  PORT,
  RESERVED_CONNECTIONS,
  seconds,
  text,
} from './deployment.ts';

interface Compose {
  readonly services: Record<string, ComposeService>;
  readonly volumes?: Record<string, unknown>;
  readonly secrets?: Record<string, { readonly file: string }>;
}

interface ComposeService {
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly image: string;
  readonly environment?: Record<string, unknown>;
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
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
    const grace = GRACE_SECONDS[path.includes('postgres') ? 'postgres' : 'sqlite'];
    const ours = services.filter(([, { build: from }]) => from !== undefined);

    it('builds and runs the service with settings that exist', () => {
      assert.ok(ours.length > 0);
      for (const [name, service] of ours) {
        const { context = '', dockerfile = '' } = service.build ?? {};
        assert.equal(join('deploy', context), '.');
        assert.ok(exists(dockerfile), dockerfile);
        assertSettings(service.environment ?? {}, `${path}, ${name}`);
        const delay = Number(service.environment?.SHUTDOWN_DELAY_SECONDS ?? 0);
        assert.ok(seconds(service.stop_grace_period) > delay + grace, name);
      }
    });

    it('passes on every setting in deploy/.env, which need not exist', () => {
      for (const [name, { env_file, environment = {} }] of ours) {
        assert.deepEqual(env_file, [{ path: '.env', required: false }], name);
        for (const [variable, value] of Object.entries(environment)) {
          // Values in `environment` take precedence, also empty ones. Compose reads the same file for `${…}`.
          const fromFile = String(value).startsWith(`\${${variable}:-`);
          assert.ok(fromFile || path === 'deploy/compose.postgres.yaml', variable);
        }
      }
      assert.match(text('.gitignore'), /^\/deploy\/\.env$/m);
    });

    it('names ports, volumes, secrets, files and services that exist', () => {
      for (const [name, service] of services) {
        assert.equal(service.restart, 'unless-stopped', name);
        for (const port of service.ports ?? []) assert.ok(port.endsWith(`:${PORT}`), port);
        for (const volume of service.volumes ?? []) {
          const [source = ''] = volume.split(':');
          const known = source.startsWith('.')
            ? exists(join('deploy', source))
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

describe('the documented `docker compose` commands', () => {
  const files = ourFiles('.md', '.yaml').filter((path) => /^(?:docs|deploy)\/|^UPGRADE/.test(path));
  const { stdout, stderr } = process;
  const { commands } = program({
    stdout,
    stderr,
    environment: {},
    programName: 'smartlink',
    input: () => process.stdin,
  });

  /** The words after the name of the service, for a program of the image. */
  function assertCommand([name, ...args]: readonly string[], line: string): void {
    const command = commands.find((one) => one.name() === name) ?? assert.fail(line);
    for (const option of args.filter((arg) => arg.startsWith('--'))) {
      assert.ok(
        command.options.some(({ long }) => long === option),
        line,
      );
    }
  }

  it('name files, services and commands that exist', () => {
    let checked = 0;
    for (const path of files) {
      const lines = text(path).replaceAll(/ \\\n +/g, ' ');
      for (const [line, file = '', rest = ''] of lines.matchAll(
        /docker compose --file (\S+) ([^`\n]+)/g,
      )) {
        const { services } = parse(text(file), { merge: true }) as Compose;
        const [verb = '', ...words] =
          rest
            .split(/ [<>|]/)[0]
            ?.trim()
            .split(' ') ?? [];
        const at = words.findIndex((word) => (word.split(':')[0] ?? '') in services);
        const named = at === -1 ? [] : words.slice(at);
        checked += 1;
        switch (verb) {
          case 'up':
          case 'restart':
            assert.ok(named.length === words.filter((word) => !word.startsWith('--')).length, line);
            break;
          case 'stop':
          case 'down':
          case 'logs':
            assert.deepEqual(words, [], line);
            break;
          case 'exec':
            assert.ok(named.length > 1, line);
            if (named[1] === 'smartlink') assertCommand(named.slice(2), line);
            break;
          case 'run':
            assert.ok(named.length > 1, line);
            if (!words.includes('--entrypoint')) assertCommand(named.slice(1), line);
            break;
          default:
            assert.ok(verb === 'cp' && named.length === 2, line);
        }
      }
    }
    assert.ok(checked > 20, String(checked));
  });

  it('have settings that exist', () => {
    const [, example = ''] = /```\n(BASE_URL=[^`]+)```/.exec(text('docs/operate/install.md')) ?? [];
    const settings = example.trim().split('\n');
    assert.ok(settings.length > 1);
    assertSettings(
      Object.fromEntries(settings.map((line) => line.split('=', 2) as [string, string])),
      'docs/operate/install.md',
    );
  });
});

describe('deploy/Caddyfile', () => {
  const compose = parse(text('deploy/compose.postgres.yaml')) as Compose;
  const caddyfile = text('deploy/Caddyfile');

  it('balances over the instances of deploy/compose.postgres.yaml', () => {
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
    const all = ours.length * (Number(pool) + MORE_CONNECTIONS);
    assert.ok(all < MAX_CONNECTIONS - RESERVED_CONNECTIONS, `${all} connections`);
    assert.match(
      text('deploy/compose.postgres.yaml'),
      new RegExp(`each use ${all} of the ${MAX_CONNECTIONS} `),
    );
    assert.ok(compose.services.balancer?.volumes?.includes('caddy:/data'), 'certificates stay');
  });

  it('probes a path that is served, and closes connections before the service does', async () => {
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

describe('docs/operate/postgres.md', () => {
  it('counts all connections', () => {
    const row = /^\| (\d+) +\| (\d+) +\| (\d+) +\| \d+ · \d+ · (\d+) = (\d+)(: too many)? /gm;
    const rows = [...text('docs/operate/postgres.md').matchAll(row)];
    assert.ok(rows.length > 4);
    for (const [line, instances, workers, pool, each, all] of rows) {
      assert.equal(Number(each), Number(pool) + MORE_CONNECTIONS, line);
      assert.equal(Number(all), Number(instances) * Number(workers) * Number(each), line);
    }
  });
});
