import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { startService } from '../harness.ts';
import { openApi, operationsOf } from './api.ts';

const { contract } = await openApi();

/** Yields every object of the document with its location. */
function* nodes(value: unknown, ...path: string[]): Generator<[string[], Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
  for (const [key, child] of Object.entries(value)) yield* nodes(child, ...path, key);
}

test('the document is valid OpenAPI 3.1 and its references resolve', async () => {
  const { valid, errors } = await new Validator({ strict: false }).validate(
    structuredClone(contract.document) as unknown as Record<string, unknown>,
  );
  assert.deepEqual({ valid, errors }, { valid: true, errors: undefined });
  assert.match(contract.document.openapi, /^3\.1\./);
  const references = [...nodes(contract.document)].flatMap(([, node]) =>
    typeof node.$ref === 'string' ? node.$ref : [],
  );
  assert.ok(references.length > 10);
  for (const reference of references) {
    const tokens = reference.replace(/^#\//, '').split('/');
    const target = tokens.reduce<unknown>(
      (node, token) => (node as Record<string, unknown> | undefined)?.[token],
      contract.document,
    );
    assert.equal(typeof target, 'object', `${reference} does not resolve`);
  }
});

test('every schema compiles, and every example is valid', () => {
  let examples = 0;
  for (const [path, node] of nodes(contract.document)) {
    if (path.includes('examples')) continue;
    const isSchema = path.at(-1) === 'schema' || path.at(-2) === 'schemas';
    // In strict mode, unknown keywords are errors too.
    const validate =
      isSchema || Array.isArray(node.examples) ? contract.schema(...path) : undefined;
    for (const example of (validate && (node.examples as unknown[] | undefined)) ?? []) {
      examples++;
      assert.ok(validate?.(example), `${path.join('/')}: ${JSON.stringify(validate?.errors)}`);
    }
  }
  assert.ok(examples >= 4, `only ${examples} examples`);
});

test('responses without a body are documented without one, and headers with a type', () => {
  for (const { template, method, operation } of operationsOf(contract)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const where = `${method} ${template} ${status}`;
      if (status === '304') assert.equal(response.content, undefined, where);
      for (const [name, header] of Object.entries(response.headers ?? {})) {
        const { schema } = header as { schema?: { type?: string } };
        assert.equal(typeof schema?.type, 'string', `${where}: header ${name} has no type`);
      }
    }
  }
});

test('Swagger UI gets the same document, and no other form of it is built', async () => {
  const service = await startService();
  const text = async (path: string) => (await fetch(service.url + path)).text();
  assert.equal(await text('/docs/json'), await text('/openapi.json'));
  assert.equal((await fetch(`${service.url}/docs/yaml`)).status, 404);
});
