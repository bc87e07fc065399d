import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { before, describe, it, type TestContext } from 'node:test';
import ts from 'typescript';
import { startService, temporaryFolder } from '#server/test/harness.ts';
import { homeOf, takeFromNpm } from '../npm-cache.ts';
import { unlessPassed } from '../unless-passed.ts';

// Checks /openapi.json with linters and a type generator. Each tool is taken from npm when a test
// first needs it, because together they take 120 MB. Without a network these tests are skipped,
// except in CI. Of a document that passed the last time, they are not run again.

const REDOCLY = ['@redocly/openapi-core', '2.64.0', 'lib/index.js'] as const;
const SPECTRAL_RULES = ['@stoplight/spectral-rulesets', '1.23.1', 'dist/index.js'] as const;
const TYPES = ['openapi-typescript', '7.13.0', 'bin/cli.js'] as const;

/** Both operations are for browsers and respond only with redirects. */
const EXPECTED = [
  'operation-2xx-response #/paths/~1manage~1v1~1sign-in~1oidc/get/responses',
  'operation-2xx-response #/paths/~1manage~1v1~1sign-in~1oidc~1callback/get/responses',
];

/**
 * Returns the path of a file in a package, and installs the package if needed. Skips the test and
 * returns undefined if it cannot be installed; in CI the test fails.
 */
function fileOf(t: TestContext, [name, version, file]: readonly [string, string, string]) {
  const home = homeOf(name, version);
  takeFromNpm(home, name, version, (folder) =>
    existsSync(join(folder, 'node_modules', name, file)),
  );
  const path = join(home, 'node_modules', name, file);
  if (existsSync(path)) return path;
  assert.notEqual(process.env.CI, 'true', `${name} could not be installed`);
  t.skip(`${name} could not be installed`);
  return undefined;
}

const load = async <T>(path: string): Promise<T> => (await import(pathToFileURL(path).href)) as T;

interface Redocly {
  readonly createConfig: (config: { extends: string[] }) => Promise<object>;
  readonly lintFromString: (options: {
    source: string;
    absoluteRef: string;
    config: object;
  }) => Promise<
    readonly {
      readonly severity: string;
      readonly ruleId: string;
      readonly message: string;
      readonly location: readonly { readonly pointer?: string }[];
    }[]
  >;
}

interface SpectralCore {
  readonly Spectral: new () => {
    setRuleset(rules: { extends: readonly object[] }): void;
    run(document: object): Promise<
      readonly {
        readonly severity: number;
        readonly code: string | number;
        readonly message: string;
        readonly path: readonly (string | number)[];
      }[]
    >;
  };
}

describe('/openapi.json', () => {
  let source: string;
  before(async () => {
    // The document contains the address of the service, which would otherwise have another port each time.
    const service = await startService({ BASE_URL: 'https://link.shop.example', CLICKS: 'off' });
    source = (await service.request('GET', '/openapi.json')).text;
  });
  const checked = ([name, version]: readonly [string, string, string]) => ({
    name: name.replace(/.*\//, 'openapi-'),
    test: import.meta.url,
    input: [name, version, source],
  });

  it('passes the recommended rules of Redocly', async (t) => {
    const path = fileOf(t, REDOCLY);
    if (path !== undefined) await unlessPassed(t, checked(REDOCLY), () => lintWithRedocly(path));
  });

  async function lintWithRedocly(path: string): Promise<void> {
    const { createConfig, lintFromString } = await load<Redocly>(path);
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintFromString({ source, absoluteRef: '/openapi.json', config });
    const unexpected = found
      .map(({ ruleId, location, message }) => ({
        at: `${ruleId} ${location[0]?.pointer}`,
        message,
      }))
      .filter(({ at }) => !EXPECTED.includes(at));
    assert.deepEqual(unexpected, []);
    assert.equal(found.length, EXPECTED.length);
  }

  it('passes the rules of Spectral', async (t) => {
    const path = fileOf(t, SPECTRAL_RULES);
    if (path === undefined) return;
    await unlessPassed(t, checked(SPECTRAL_RULES), () => lintWithSpectral(path));
  });

  async function lintWithSpectral(path: string): Promise<void> {
    const core = join(dirname(path), '../../spectral-core/dist/index.js');
    const { Spectral } = (await load<{ default: SpectralCore }>(core)).default;
    const rules = (await load<{ default: { oas: object } }>(path)).default;
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [rules.oas] });
    const found = await spectral.run(JSON.parse(source) as object);
    assert.deepEqual(
      found.map((one) => `${one.code} ${one.path.join('/')}: ${one.message}`),
      [],
    );
  }

  it('generates types that compile, with the errors of each operation', async (t) => {
    const program = fileOf(t, TYPES);
    if (program !== undefined) await unlessPassed(t, checked(TYPES), () => compileTypes(program));
  });

  function compileTypes(program: string): void {
    const folder = temporaryFolder();
    const [document, types, use] = ['openapi.json', 'api.d.ts', 'use.ts'].map((name) =>
      join(folder, name),
    );
    assert.ok(document !== undefined && types !== undefined && use !== undefined);
    writeFileSync(document, source);
    writeFileSync(use, USE);
    const made = spawnSync(process.execPath, [program, document, '--output', types], {
      encoding: 'utf8',
    });
    assert.equal(made.status, 0, made.stderr);
    const compiled = ts.createProgram([types, use], {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts'],
      types: [],
    });
    const errors = ts
      .getPreEmitDiagnostics(compiled)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    assert.deepEqual(errors, []);
  }
});

/** A program that uses the generated types. */
const USE = `
import type { components, operations } from './api.d.ts';

export const request: components['schemas']['LinkRequest'] = {
  uri: 'products/5',
  routes: { android: { link: 'com.shop.app://product/5', fallback: '' } },
  metadata: { coupon: 'WELCOME', steps: ['a', { b: [1] }] },
};
// @ts-expect-error -- it is called redeem_limit
export const misspelt: components['schemas']['LinkRequest'] = { uri: 'a', redeemLimit: 1 };

type Conflict = operations['redeem']['responses'][409]['content']['application/problem+json'];
export const code: Conflict['code'] = 'redeem_limit_reached';
// @ts-expect-error -- it is no error of a redemption
export const other: Conflict['code'] = 'last_owner';
`;
