import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { afterAll, FIRST_START_FILE, proof } from '#server/test/harness.ts';
import { eventually, freePort } from '#server/test/processes.ts';
import { exists } from '../docs/markdown.ts';
import { acceptInvitation, assertSettings, image, PORT, stages, USER } from './deployment.ts';
import { build, environmentOf, last, isIncluded, readCopy } from './dockerfile.ts';

describe('deploy/Dockerfile', () => {
  it('copies only files that exist and that .dockerignore includes', () => {
    for (const stage of stages) {
      for (const { text: words } of stage.steps.filter(({ name }) => name === 'COPY')) {
        const { from, sources } = readCopy(words);
        if (from !== undefined)
          assert.ok(
            stages.some(({ name }) => name === from),
            from,
          );
        else for (const source of sources) assert.ok(exists(source) && isIncluded(source), source);
      }
    }
    assert.ok(
      !isIncluded('server/dist/program/main.js') && !isIncluded('deploy/secrets/database_url'),
    );
    assert.ok(
      !isIncluded('server/src/cache/two-generation-cache.test.ts') &&
        !isIncluded('node_modules/pg'),
    );
  });

  it('ends in an image that runs as an ordinary user', () => {
    assert.match(USER, /^[1-9]\d*:[1-9]\d*$/);
    assert.equal(last(image, 'EXPOSE'), PORT);
    assert.equal(last(image, 'STOPSIGNAL'), 'SIGTERM');
    assert.ok(Number(/^node:(\d+)-/.exec(image.image)?.[1]) >= 24, 'Node.js includes SQLite');
    assert.ok(stages.every((stage) => stage.image === image.image));
    const { NODE_ENV: _, PATH: __, ...settings } = environmentOf(image);
    assertSettings(settings, 'Dockerfile');
    assert.ok(!('DATABASE_URL' in settings), 'it cannot be set together with DATABASE_URL_FILE');
  });

  it('installs the native code for the processor of the image', () => {
    const stage = stages.find(({ name }) => name === 'dependencies') ?? assert.fail();
    // Only lists the packages, so that those for another processor are not downloaded.
    const steps = stage.steps.map(({ name, text }) => ({
      name,
      text: text.replace(/^(npm ci .*?) && .*/, '$1 --dry-run --loglevel=notice > listed'),
    }));
    for (const [arch, cpu] of [
      ['amd64', 'x64'],
      ['arm64', 'arm64'],
    ]) {
      const root = build([{ ...stage, steps }], arch);
      const listed = readFileSync(join(root, 'app/listed'), 'utf8');
      const native = [...listed.matchAll(/^add (@node-rs\/argon2-\S+)/gm)].map(([, name]) => name);
      assert.equal(native.length, 1, listed);
      assert.ok(native[0]?.includes(`${process.platform}-${cpu}`), native[0]);
    }
  });

  it(
    'builds a program that serves, is healthy, creates a link, accepts an invitation and stops',
    { timeout: 900_000, skip: !proof && 'only `npm run proof` builds it' },
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
      // If its migrations take more than two seconds, it listens before it is ready and has created the first app.
      await eventually(
        'it listens and names the file of the tokens',
        () => {
          assert.equal(child.exitCode, null, output);
          return output.includes('is listening on') && FIRST_START_FILE.test(output);
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

      // Other people can read a log, so it shows only the path of the file with the tokens.
      assert.doesNotMatch(output, /sl_[a-z]+_\w{40}|invitation#/);
      const printedPath = FIRST_START_FILE.exec(output)?.[1] ?? '';
      assert.equal(printedPath, join(realpathSync(root), 'data/first-start.txt'));
      assert.equal(statSync(printedPath).mode & 0o777, 0o600);
      const firstStart = readFileSync(printedPath, 'utf8');
      const token = /sl_server_\w+/.exec(firstStart)?.[0] ?? '';
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
      assert.ok(existsSync(join(root, 'data/smartlink.db')), 'the database is in the volume');
      assert.equal((await acceptInvitation(at, firstStart)).status, 200);
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
