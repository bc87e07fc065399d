import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { ROOT, temporaryFolder } from '#server/test/harness.ts';
import { exists } from '../docs/markdown.ts';
import { text } from './deployment.ts';

// The form of the workflow only: nothing here publishes anything.

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

const FILE = '.github/workflows/release.yml';
const workflow = parse(text(FILE)) as {
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, Job>>;
};
const jobs = Object.entries(workflow.jobs);
const steps = jobs.flatMap(([, job]) => job.steps);
const workspaces = (JSON.parse(text('package.json')) as { workspaces: string[] }).workspaces;

describe(FILE, () => {
  it('says that it has not been run', () => {
    assert.match(text(FILE), /^# UNTESTED: /);
  });

  it('names a full version of each action', () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    assert.ok(used.length > 5);
    for (const one of used) assert.match(one, /^[\w-]+\/[\w-]+@v\d+\.\d+\.\d+$/);
  });

  it('has only the rights that each job needs', () => {
    assert.deepEqual(workflow.permissions, {});
    assert.deepEqual(
      Object.fromEntries(jobs.map(([name, { permissions }]) => [name, permissions])),
      {
        test: { contents: 'read' },
        npm: { contents: 'read', 'id-token': 'write' },
        image: { contents: 'read', packages: 'write' },
        release: { contents: 'write' },
      },
    );
    assert.doesNotMatch(text(FILE), /secrets\./, 'no token is stored');
  });

  it('publishes only what has passed the tests', () => {
    for (const [name, { needs = [] }] of jobs) {
      if (name !== 'test') assert.notDeepEqual([needs].flat(), [], name);
    }
  });

  it('runs scripts that exist', () => {
    const commands = steps.flatMap(({ run }) => run ?? []);
    const scripts = commands.flatMap((run) => [...run.matchAll(/\bnode ([\w/.-]+\.js)/g)]);
    assert.ok(scripts.length >= 3);
    for (const [, script = ''] of scripts) assert.ok(exists(script), script);
    const names = commands.flatMap((run) => [...run.matchAll(/npm run (?:--\S+ )*(\w+)/g)]);
    const known = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
    for (const [, name = ''] of names) assert.ok(name in known.scripts, name);
  });

  it('publishes every package once, after those that it depends on', () => {
    const published = steps.flatMap(
      ({ run = '' }) => /npm publish.* -w (\w+)$/.exec(run)?.[1] ?? [],
    );
    assert.deepEqual(published.toSorted(), workspaces.toSorted());
    for (const [index, name] of published.entries()) {
      const { dependencies = {} } = JSON.parse(text(`${name}/package.json`)) as {
        dependencies?: Record<string, string>;
      };
      const needed = Object.keys(dependencies).filter((one) => one.startsWith('@smartlink/'));
      for (const one of needed) {
        assert.ok(published.slice(0, index).includes(one.replace('@smartlink/', '')), one);
      }
    }
    assert.ok(steps.every(({ run = '' }) => !/npm publish/.test(run) || /--provenance/.test(run)));
  });

  it('can be repeated: it publishes only what is missing', () => {
    const publishing = steps.flatMap(({ run = '' }) =>
      /npm publish|gh release create/.test(run) ? [run] : [],
    );
    assert.equal(publishing.length, workspaces.length + 1);
    for (const run of publishing) {
      const [, name] = / -w (\w+)$/.exec(run) ?? [];
      const found =
        name === undefined
          ? 'gh release view "$GITHUB_REF_NAME" || '
          : `npm view "@smartlink/${name}@\${GITHUB_REF_NAME#v}" version || `;
      assert.ok(run.startsWith(found), run);
    }
  });

  it('builds the image of the Dockerfile for both processors', () => {
    const build =
      steps.find(({ uses }) => uses?.startsWith('docker/build-push-action@'))?.with ?? {};
    assert.ok(exists(String(build.file)));
    assert.equal(build.platforms, 'linux/amd64,linux/arm64');
    assert.equal(build.sbom, true);
    assert.equal(build.provenance, 'mode=max');
  });

  it('refuses packages that do not name the repository, and says how to change that', () => {
    const address = 'https://github.com/Owner/links';
    const check = (repository: unknown): { status: number | null; stderr: string } => {
      const folder = temporaryFolder();
      for (const name of workspaces) {
        mkdirSync(join(folder, name));
        writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ repository }));
      }
      const script = join(ROOT, 'scripts/release-repository.js');
      const options = { cwd: folder, encoding: 'utf8' } as const;
      return spawnSync(process.execPath, [script, address], options);
    };
    for (const url of [`git+${address}.git`, address]) {
      assert.equal(check({ type: 'git', url }).status, 0, url);
      assert.equal(check(url).status, 0, url);
    }
    for (const wrong of [undefined, { url: 'git+https://github.com/owner/links.git' }]) {
      const { status, stderr } = check(wrong);
      assert.equal(status, 1);
      for (const name of workspaces) {
        assert.ok(stderr.includes(`npm pkg set -w ${name} `), stderr);
        assert.ok(stderr.includes(`repository.url=git+${address}.git`), stderr);
      }
    }
  });

  it('has notes of the current version, and none of an unknown one', () => {
    const { version } = JSON.parse(text('server/package.json')) as { version: string };
    const notes = (of: string): string =>
      execFileSync(process.execPath, [join(ROOT, 'scripts/release-notes.js'), of], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    assert.ok(notes(version).length > 500);
    assert.doesNotMatch(notes(version), /^## /m);
    assert.throws(() => notes('99.0.0'));
  });
});
