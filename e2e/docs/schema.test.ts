import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { format, resolveConfig } from 'prettier';
import { SETUP_COMPONENTS, SetupSchema, type Setup } from '#server/src/domain/app/setup-schema.ts';
import { readSetup } from '#server/src/domain/app/setup.ts';
import { parseJson } from '#server/src/domain/text/json.ts';
import { runToEnd } from '#server/src/domain/text/steps.ts';
import { ROOT } from '#server/test/harness.ts';
import { readPage } from './markdown.ts';

const FILE = join(ROOT, 'docs/apply.schema.json');
const EXAMPLE = join(ROOT, 'examples/shop.apply.json');

/** One document that editors understand, built from the schemas that `apply` validates with. */
function schemaDocument(): object {
  const rewritten = (schema: object): Record<string, unknown> => {
    const text = JSON.stringify(schema).replace(/"\$ref":"(\w+)#"/g, '"$ref":"#/$defs/$1"');
    const { $id, ...rest } = JSON.parse(text) as Record<string, unknown>;
    assert.equal(typeof $id, 'string');
    return rest;
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Smartlink apply file',
    ...rewritten(SetupSchema),
    $defs: Object.fromEntries(
      SETUP_COMPONENTS.map((component) => [
        (component as { $id?: string }).$id ?? '',
        rewritten(component),
      ]),
    ),
  };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

describe('docs/apply.schema.json', () => {
  it('is the schema that the program uses', async () => {
    const wanted = schemaDocument();
    if (process.env.UPDATE_DOCS === '1') {
      const options = { ...(await resolveConfig(FILE)), parser: 'json' };
      writeFileSync(FILE, await format(JSON.stringify(wanted), options));
    }
    const how = 'docs/apply.schema.json is out of date; run: UPDATE_DOCS=1 npm test -- docs';
    assert.deepEqual(readJson(FILE), JSON.parse(JSON.stringify(wanted)), how);
  });

  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(
    readJson(FILE) as Record<string, unknown>,
  );

  it('accepts the example', () => {
    assert.ok(validate(readJson(EXAMPLE)), JSON.stringify(validate.errors));
  });

  for (const [what, setup] of [
    ['no apps', {}],
    ['a field that is misspelt', { apps: [{ name: 'shop', platform: {} }] }],
    ['a platform that is not known', { apps: [{ name: 'shop', platforms: { tv: {} } }] }],
    ['a name in capitals', { apps: [{ name: 'Shop' }] }],
    [
      'a template without a pattern',
      { apps: [{ name: 'shop', templates: [{ name: 'a', routes: {} }] }] },
    ],
  ] as const) {
    it(`marks ${what}`, () => assert.equal(validate(setup), false));
  }
});

describe('examples/shop.apply.json', () => {
  it('is valid', () => {
    const parsed = parseJson(readFileSync(EXAMPLE, 'utf8'));
    assert.ok('json' in parsed);
    assert.deepEqual(runToEnd(readSetup(parsed.json.value, undefined)), {
      setup: readJson(EXAMPLE) as Setup,
    });
  });

  it('is shown unchanged in the guide', () => {
    const shown = readPage('docs/guides/templates.md').fences.find(
      ({ language }) => language === 'json',
    );
    assert.deepEqual(JSON.parse(shown?.text ?? ''), readJson(EXAMPLE));
  });
});
