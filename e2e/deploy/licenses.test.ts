import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '#server/test/harness.ts';

interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string; readonly name?: string };
    readonly expression?: string;
  }[];
}

const { softwareBill } = (await import(pathToFileURL(join(ROOT, 'scripts/sbom.js')).href)) as {
  readonly softwareBill: () => Bill;
};

/** Licenses that only ask for their text, which the packages contain. None restricts the code that uses them. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
]);

/** Other licenses, by package, and why they are accepted. */
const EXCEPTIONS: Readonly<Record<string, readonly [license: string, reason: string]>> = {
  '@fortawesome/free-regular-svg-icons': [
    '(CC-BY-4.0 AND MIT)',
    'icons of the metadata editor: CC-BY asks for the attribution that LICENSES.md of the dashboard has',
  ],
  '@fortawesome/free-solid-svg-icons': [
    '(CC-BY-4.0 AND MIT)',
    'icons of the metadata editor: CC-BY asks for the attribution that LICENSES.md of the dashboard has',
  ],
};

/** Whether an SPDX expression without nested parentheses permits what `ALLOWED` does. */
function isAllowed(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => ALLOWED.has(id)));
}

const licenseOf = ({ licenses = [] }: Component): string =>
  licenses.map((one) => one.expression ?? one.license?.id ?? one.license?.name ?? '').join(' AND ');

describe('the software bill of materials', () => {
  const bill = softwareBill();
  const refs = new Set(bill.components.map((one) => one['bom-ref']));
  const names = new Set(bill.components.map(({ name }) => name));

  it('is CycloneDX, and each dependency that it names is in it', () => {
    assert.equal(bill.bomFormat, 'CycloneDX');
    assert.match(bill.specVersion, /^1\.\d$/);
    for (const { name, version, purl } of bill.components) {
      const [, path = ''] = /^pkg:npm\/([^?#]+)/.exec(purl) ?? [];
      assert.equal(decodeURIComponent(path).split('@').at(-1), version, purl);
      assert.ok(decodeURIComponent(path).includes(name), purl);
    }
    const unknown = bill.dependencies
      .slice(1)
      .flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
      .filter((ref) => !refs.has(ref));
    assert.deepEqual(unknown, []);
  });

  it('has what is installed, what is bundled, and no tool of the developers', () => {
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(ROOT, 'server/package.json'), 'utf8'),
    ) as Record<string, Record<string, string>>;
    const others = Object.keys({ ...dependencies, ...optionalDependencies }).filter(
      (name) => !name.startsWith('@smartlink/'),
    );
    const bundle = readFileSync(join(ROOT, 'server/dist/program/LICENSES.txt'), 'utf8');
    for (const name of [...others, 'react', '@mantine/core']) assert.ok(names.has(name), name);
    for (const name of ['fast-uri', 'typebox']) assert.ok(bundle.includes(`\n${name}\n\n`), name);
    for (const name of ['typescript', 'vite', 'playwright-core', 'axe-core']) {
      assert.ok(!names.has(name), name);
    }
  });

  it('has only licenses that Smartlink can be shipped with', () => {
    const refused = bill.components
      .map((one) => [one.name, licenseOf(one)] as const)
      .filter(([name, license]) => !isAllowed(license) && EXCEPTIONS[name]?.[0] !== license)
      .map(([name, license]) => `${name}: ${license === '' ? 'no license' : license}`);
    assert.deepEqual(refused, []);
    assert.deepEqual(
      Object.keys(EXCEPTIONS).filter((name) => !names.has(name)),
      [],
      'exceptions for packages that are not shipped',
    );
  });

  it('would refuse other licenses', () => {
    for (const license of ['GPL-3.0-only', 'MIT AND LGPL-2.1', 'AGPL-3.0', 'UNLICENSED', '']) {
      assert.ok(!isAllowed(license), license);
    }
    assert.ok(isAllowed('(MIT OR GPL-3.0-only)') && isAllowed('(MIT AND BSD-3-Clause)'));
  });
});
