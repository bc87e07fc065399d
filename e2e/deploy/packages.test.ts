import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { afterAll, FIRST_START_FILE, ROOT, temporaryFolder } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { importedPackages, packAll, PUBLISHED } from './packages.ts';

const LIMIT_MS = 900_000;
const folder = temporaryFolder();
const packages = packAll(folder);
const of = (name: string) => packages.get(name) ?? assert.fail(name);

function filesIn(path: string): string[] {
  return readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length).replace(/^\//, ''));
}

describe('the packages for npm', () => {
  for (const name of PUBLISHED) {
    it(`${name}: has a license and a description, and nothing that only a clone needs`, () => {
      const { manifest, files } = of(name);
      for (const file of ['README.md', 'LICENSE', 'package.json']) {
        assert.ok(files.includes(file), file);
      }
      const license = readFileSync(join(ROOT, name, 'LICENSE'), 'utf8');
      assert.equal(license, readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
      const unwanted = files.filter((file) =>
        /(?:^|\/)(?:src\/|test\/|\.)|\.test\.|tsbuildinfo/.test(file),
      );
      assert.deepEqual(unwanted, []);
      assert.equal(manifest.license, 'MIT');
      assert.equal(manifest.version, of('server').manifest.version);
      // The address of the repository is not decided; npm shows these to everyone.
      for (const field of ['repository', 'homepage', 'bugs'] as const) {
        assert.equal(manifest[field], undefined, field);
      }
    });
  }

  it('contain every migration, asset and page', () => {
    const expected = ['migrations', 'assets', 'dist/program'].flatMap((path) =>
      filesIn(`server/${path}`).map((file) => file.slice('server/'.length)),
    );
    assert.deepEqual(
      expected.filter((file) => !of('server').files.includes(file)),
      [],
    );
    assert.ok(of('server').files.includes('dist/program/LICENSES.txt'));
    const dashboard = of('dashboard').files;
    for (const file of ['dist/index.html', 'dist/LICENSES.md']) {
      assert.ok(dashboard.includes(file), file);
    }
    const page = readFileSync(join(ROOT, 'dashboard/dist/index.html'), 'utf8');
    const named = [...page.matchAll(/_assets\/[\w.-]+/g)].map(([path]) => `dist/${path}`);
    assert.ok(named.length > 0);
    assert.deepEqual(
      named.filter((path) => !dashboard.includes(path)),
      [],
    );
  });

  it('depend on exactly what they import or bundle', () => {
    const { manifest, files } = of('server');
    const imported = new Set(
      files
        .filter((file) => file.endsWith('.js') && !file.startsWith('assets/'))
        .flatMap((file) => [...importedPackages(join(ROOT, 'server', file))]),
    );
    const declared = { ...manifest.dependencies, ...manifest.optionalDependencies };
    assert.deepEqual(
      [...imported].filter((name) => !(name in declared)),
      [],
      'imported but not declared',
    );
    // What is bundled is declared too, so that audits and the SBOM include it.
    const licenses = readFileSync(join(ROOT, 'server/dist/program/LICENSES.txt'), 'utf8');
    const unused = Object.keys(declared).filter(
      (name) => !imported.has(name) && !`\n${licenses}`.includes(`\n${name}\n\n`),
    );
    assert.deepEqual(unused, [], 'declared but neither imported nor bundled');
    for (const name of ['client', 'dashboard'])
      assert.equal(of(name).manifest.dependencies, undefined);
  });

  it('install in an empty folder and run there', { timeout: LIMIT_MS }, async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'package.json'), '{ "private": true, "type": "module" }\n');
    const tarballs = PUBLISHED.map((name) => of(name).tarball);
    const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    execFileSync('npm', ['install', ...options, '--loglevel=error', ...tarballs], {
      cwd: home,
      stdio: ['ignore', 'ignore', 'pipe'],
    });

    const where = { cwd: home, env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0' } };
    // In a process group of its own, which gets the signal of Ctrl+C as on a terminal.
    const npx = spawn('npx', ['--no-install', 'smartlink', 'serve'], { ...where, detached: true });
    const signal = (name: NodeJS.Signals | 0): boolean => {
      try {
        return npx.pid !== undefined && process.kill(-npx.pid, name);
      } catch {
        return false;
      }
    };
    afterAll(() => signal('SIGKILL'));
    let output = '';
    for (const stream of [npx.stdout, npx.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    const address = (): string => /is listening on (http:\S+)/.exec(output)?.[1] ?? '';
    // If its migrations take more than two seconds, it listens before it is ready and has created the first app.
    await eventually(
      'it listens and names the file of the tokens',
      () => {
        assert.equal(npx.exitCode, null, output);
        return address() !== '' && FIRST_START_FILE.test(output);
      },
      30_000,
    );
    const file = FIRST_START_FILE.exec(output)?.[1] ?? '';
    const token = /sl_server_\w+/.exec(readFileSync(file, 'utf8'))?.[0] ?? '';

    // The client of the packages, as a module and as CommonJS, with the service of the packages.
    const use = `
      import { createRequire } from 'node:module';
      import { createServerClient } from '@smartlink/client/server';
      const require = createRequire(import.meta.url);
      for (const name of ['@smartlink/client', '@smartlink/client/server']) {
        const names = (from) => Object.keys(from).filter((one) => one !== 'default').sort().join();
        const both = [names(await import(name)), names(require(name))];
        if (both[0] !== both[1] || both[0] === '') throw new Error(name + ': ' + both.join(' | '));
      }
      const client = createServerClient({ baseUrl: process.argv[2], token: process.argv[3] });
      console.log((await client.create({ uri: 'https://shop.example/hello' })).smartlink);
    `;
    writeFileSync(join(home, 'use.js'), use);
    const smartlink = execFileSync(process.execPath, ['use.js', address(), token], {
      ...where,
      encoding: 'utf8',
    }).trim();
    const visit = await fetch(smartlink, { redirect: 'manual' });
    assert.equal(visit.headers.get('location'), 'https://shop.example/hello');

    const page = await (await fetch(`${address()}/dashboard/`)).text();
    const script = /_assets\/[\w.-]+\.js/.exec(page)?.[0] ?? assert.fail(page);
    for (const path of [`/dashboard/${script}`, '/docs/', '/health/ready']) {
      assert.equal((await fetch(address() + path)).status, 200, path);
    }
    signal('SIGINT');
    await eventually('npx and the service have ended', () => !signal(0), 20_000);
    assert.deepEqual(
      readdirSync(join(home, 'data')).filter((name) => /-wal$|lock/.test(name)),
      [],
    );
    assert.ok(readdirSync(join(home, 'data')).includes('smartlink.db'));
  });
});
