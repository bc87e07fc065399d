import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { metadataIssuesBy, metadataSchemaIssues } from './metadata-schema.ts';
import {
  KEYWORDS,
  MAX_SCHEMA_BYTES,
  MAX_SCHEMA_ISSUES,
  MAX_SCHEMA_LEVELS,
  readSchema,
  type SchemaNode,
} from './read-schema.ts';
import { valueIssues } from './value-issues.ts';

interface Case {
  readonly schema: unknown;
  /** Errors of the schema. */
  readonly refused?: readonly (readonly [pointer: string, detail: string])[];
  readonly right?: readonly unknown[];
  readonly wrong?: readonly (readonly [value: unknown, pointer: string, detail: string])[];
}

// The dashboard reads the same table: dashboard/src/lib/json-schema.test.ts.
const TABLE = new URL('../../../../test/metadata-schema-cases.json', import.meta.url);
const CASES = JSON.parse(readFileSync(TABLE, 'utf8')) as readonly Case[];

function nodeOf(schema: unknown): SchemaNode {
  const read = readSchema(schema, '');
  assert.ok('node' in read, JSON.stringify(read));
  return read.node;
}

describe('schemas of the table', () => {
  for (const { schema, refused = [], right = [], wrong = [] } of CASES) {
    it(JSON.stringify(schema), () => {
      assert.deepEqual(
        schemaIssues(schema),
        refused.map(([pointer, detail]) => ({ pointer, detail })),
      );
      if (refused.length > 0) return;
      assert.ok(right.length + wrong.length > 0);
      const node = nodeOf(schema);
      for (const value of right) assert.deepEqual(valueIssues(node, value, ''), []);
      for (const [value, pointer, detail] of wrong) {
        assert.deepEqual(valueIssues(node, value, ''), [{ pointer, detail }]);
        const [issue, ...others] = valueIssues(node, value, '', true);
        assert.deepEqual([issue?.pointer, others], [pointer, []]);
        // The number of another entry is one of the value, not of the schema.
        assert.doesNotMatch(issue?.detail.replace(/\/\d+$/, '') ?? '', /\d/);
      }
    });
  }

  it('have every keyword', () => {
    const texts = JSON.stringify(CASES);
    for (const keyword of KEYWORDS) assert.ok(texts.includes(`"${keyword}":`), keyword);
  });
});

function schemaIssues(schema: unknown): unknown {
  const read = readSchema(schema, '');
  return 'issues' in read ? read.issues : [];
}

describe('limits of a schema', () => {
  /** A schema with as many levels. */
  const nested = (levels: number): object =>
    levels === 1 ? {} : { properties: { a: nested(levels - 1) } };

  it('levels', () => {
    assert.deepEqual(metadataSchemaIssues(nested(MAX_SCHEMA_LEVELS), '/s'), []);
    const at = `/s${'/properties/a'.repeat(MAX_SCHEMA_LEVELS)}`;
    assert.deepEqual(metadataSchemaIssues(nested(MAX_SCHEMA_LEVELS + 1), '/s'), [
      { pointer: at, detail: 'is nested more than 16 levels deep' },
    ]);
  });

  it('bytes of UTF-8', () => {
    const most = { $comment: 'é'.repeat((MAX_SCHEMA_BYTES - '{"$comment":""}'.length - 1) / 2) };
    assert.deepEqual(metadataSchemaIssues(most, ''), []);
    const [issue] = metadataSchemaIssues({ ...most, title: '' }, '');
    assert.match(issue?.detail ?? '', /^is 1639\d bytes of JSON; at most 16384$/);
  });

  it('errors', () => {
    const keywords = Object.fromEntries(Array.from({ length: 99 }, (_, i) => [`x${i}`, {}]));
    const properties = { a: keywords, b: keywords, c: { items: keywords } };
    assert.equal(metadataSchemaIssues({ ...keywords, properties }, '').length, MAX_SCHEMA_ISSUES);
  });

  it('is about objects', () => {
    assert.deepEqual(metadataSchemaIssues({ type: ['object', 'null'] }, ''), []);
    assert.deepEqual(metadataSchemaIssues({ type: ['string', 'array'] }, '/s'), [
      { pointer: '/s/type', detail: 'must include "object": metadata is an object' },
    ]);
  });
});

describe('limits that no value can fulfil', () => {
  const refused = (schema: object): readonly string[] =>
    metadataSchemaIssues(schema, '/s').map(({ pointer, detail }) => `${pointer} ${detail}`);

  const LIMITS: readonly (readonly [schema: object, ...issues: string[]])[] = [
    [{ minimum: 1, maximum: 1 }],
    [{ minimum: 90, maximum: 1 }, '/s/minimum must be at most 1, the value of "maximum"'],
    [{ minimum: 0.5, exclusiveMaximum: 1 }],
    [
      { minimum: 1, exclusiveMaximum: 1 },
      '/s/minimum must be less than 1, the value of "exclusiveMaximum"',
    ],
    [
      { exclusiveMinimum: 1, maximum: 1 },
      '/s/exclusiveMinimum must be less than 1, the value of "maximum"',
    ],
    [
      { exclusiveMinimum: 2, exclusiveMaximum: 1 },
      '/s/exclusiveMinimum must be less than 1, the value of "exclusiveMaximum"',
    ],
    [{ minLength: 3, maxLength: 3, minItems: 0, maxItems: 0 }],
    [{ minLength: 3, maxLength: 2 }, '/s/minLength must be at most 2, the value of "maxLength"'],
    [{ minItems: 3, maxItems: 2 }, '/s/minItems must be at most 2, the value of "maxItems"'],
    [
      { minProperties: 3, maxProperties: 2 },
      '/s/minProperties must be at most 2, the value of "maxProperties"',
    ],
    [
      {
        properties: { 'a/b': { items: { minLength: 1, maxLength: 0 } }, c: false },
        additionalProperties: { minimum: 2, maximum: -1 },
      },
      '/s/properties/a~1b/items/minLength must be at most 0, the value of "maxLength"',
      '/s/additionalProperties/minimum must be at most -1, the value of "maximum"',
    ],
  ];
  for (const [schema, ...issues] of LIMITS) {
    it(JSON.stringify(schema), () => assert.deepEqual(refused(schema), issues));
  }

  it('are at most as many errors as others', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 99 }, (_, index) => [`${index}`, { minimum: 1, maximum: 0 }]),
    );
    assert.equal(refused({ properties }).length, MAX_SCHEMA_ISSUES);
  });

  it('do not switch off a schema that is stored', () => {
    const schema = { properties: { a: { minimum: 1, maximum: 0 } }, required: ['b'] };
    assert.deepEqual(metadataIssuesBy(schema, {}, ''), [{ pointer: '/b', detail: 'is required' }]);
  });
});

describe('work is bounded', () => {
  const list = (length: number, entry: (index: number) => unknown): unknown[] =>
    Array.from({ length }, (_, index) => entry(index));
  /** A schema that looks at arrays on all levels. */
  const everywhere = (levels: number): object => ({
    uniqueItems: true,
    ...(levels === 1 ? {} : { items: everywhere(levels - 1) }),
  });
  /** Arrays within arrays around an array. */
  const deep = (levels: number, inner: unknown): unknown =>
    levels === 0 ? inner : [deep(levels - 1, inner)];
  const WORST: Readonly<Record<string, readonly [schema: object, value: unknown]>> = {
    'many values of an enum, looked up often': [
      { items: { enum: list(3000, (index) => index) } },
      list(8000, (index) => index % 3000),
    ],
    'objects in an enum': [
      { items: { enum: list(1500, (index) => ({ a: index })) } },
      list(1500, (index) => ({ a: index })),
    ],
    'unique entries on all levels': [
      everywhere(MAX_SCHEMA_LEVELS),
      deep(
        MAX_SCHEMA_LEVELS - 1,
        list(3000, (index) => [index]),
      ),
    ],
    'many required keys': [
      { items: { required: list(2000, (index) => `${index}`) } },
      list(5000, () => ({})),
    ],
    'fractions with far exponents': [
      { items: { multipleOf: 5e-324 } },
      list(3000, (index) => index),
    ],
  };
  for (const [name, [schema, value]] of Object.entries(WORST)) {
    it(name, () => {
      const node = nodeOf(schema);
      const start = process.cpuUsage();
      assert.ok(valueIssues(node, value, '').length <= MAX_SCHEMA_ISSUES);
      const { user } = process.cpuUsage(start);
      // Comparing each with each would take seconds.
      assert.ok(user < 500_000, `${user} µs`);
    });
  }
});

describe('random schemas', () => {
  const NAMES = ['a', 'b', '__proto__', 'constructor', 'toString', 'a/b~'];
  const name = fc.constantFrom(...NAMES);
  const json = fc.jsonValue({ maxDepth: 3 });
  const { schema: randomSchema } = fc.letrec<{ schema: unknown }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      fc.boolean(),
      fc.record(
        {
          type: fc.constantFrom('string', 'number', 'integer', 'array', 'object', [
            'null',
            'array',
          ]),
          enum: fc.array(json, { minLength: 1, maxLength: 3 }),
          const: json,
          minimum: fc.double({ noNaN: true, noDefaultInfinity: true }),
          multipleOf: fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
          maxLength: fc.nat(3),
          minItems: fc.nat(2),
          uniqueItems: fc.boolean(),
          items: tie('schema'),
          required: fc.array(name, { maxLength: 3 }),
          properties: fc.array(fc.tuple(name, tie('schema')), { maxLength: 3 }).map(membersOf),
          additionalProperties: tie('schema'),
          pattern: fc.constant('(a+)+$'),
        },
        { requiredKeys: [] },
      ),
    ),
  }));

  it('are read or refused, and any value has a bounded number of errors', () => {
    fc.assert(
      fc.property(fc.oneof(randomSchema, json), json, (schema, value) => {
        const read = readSchema(schema, '/s');
        const issues = 'issues' in read ? read.issues : valueIssues(read.node, value, '/v');
        assert.ok(issues.length <= MAX_SCHEMA_ISSUES);
        const at = 'issues' in read ? '/s' : '/v';
        for (const { pointer } of issues) assert.ok(pointer === at || pointer.startsWith(`${at}/`));
        if ('issues' in read) assert.ok(issues.length > 0);
      }),
      { numRuns: 500 },
    );
    assert.equal(({} as Record<string, unknown>)['a'], undefined);
  });

  // Each pair is made together, so the value fulfils the schema.
  const { pair } = fc.letrec<{ pair: Pair }>((tie) => ({
    pair: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      json.map((value) => ({ schema: { const: value }, value })),
      fc.tuple(json, json).map(([a, b]) => ({ schema: { enum: [b, a] }, value: a })),
      fc.string({ unit: 'binary', maxLength: 5 }).map((value) => {
        const length = Array.from(value).length;
        return { schema: { type: 'string', minLength: length, maxLength: length }, value };
      }),
      fc.tuple(fc.integer(), fc.integer({ min: 1, max: 999 })).map(([count, digits]) => {
        const step = digits / 100;
        // Rounded as a person writes the number.
        const value = Number((count * step).toFixed(2));
        return { schema: { multipleOf: step, minimum: value, maximum: value }, value };
      }),
      fc.array(tie('pair'), { maxLength: 3 }).map((pairs) => {
        const [first] = pairs;
        const same = pairs.map(() => first?.value);
        const items = first?.schema ?? false;
        return { schema: { type: 'array', items, minItems: same.length }, value: same };
      }),
      fc.uniqueArray(fc.tuple(name, tie('pair')), { selector: ([key]) => key }).map((members) => ({
        schema: {
          type: 'object',
          properties: membersOf(members.map(([key, { schema }]) => [key, schema])),
          required: members.map(([key]) => key),
          additionalProperties: false,
          minProperties: members.length,
        },
        value: membersOf(members.map(([key, { value }]) => [key, value])),
      })),
    ),
  }));

  it('accept the values that were made for them', () => {
    fc.assert(
      fc.property(pair, ({ schema, value }) => {
        const read = readSchema(schema, '');
        // Only its size and its depth can be wrong.
        fc.pre('node' in read || !/bytes|levels/.test(read.issues[0]?.detail ?? ''));
        assert.ok('node' in read, JSON.stringify(read));
        assert.deepEqual(valueIssues(read.node, JSON.parse(JSON.stringify(value)), ''), []);
      }),
      { numRuns: 500 },
    );
  });
});

interface Pair {
  readonly schema: unknown;
  readonly value: unknown;
}

/** An object with own members, whatever their names are. */
function membersOf(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries);
}
