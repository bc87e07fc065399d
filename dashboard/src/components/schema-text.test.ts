import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSchemaText, schemaText } from './schema-text.ts';

/** The issues as `where: detail`, with what is marked in the text. */
function issuesOf(text: string): readonly (readonly [string, string])[] {
  return readSchemaText(text).issues.map(({ where, detail, start, end }) => [
    `${where}: ${detail}`,
    text.slice(start, end),
  ]);
}

describe('the text of a schema', () => {
  it('is a schema, or empty', () => {
    assert.deepEqual(readSchemaText(' \n'), { schema: undefined, issues: [] });
    const { schema, issues } = readSchemaText('{"required":["__proto__"]}');
    assert.deepEqual([schema, issues], [{ required: ['__proto__'] }, []]);
    assert.equal(schemaText(undefined), '');
    assert.deepEqual(readSchemaText(schemaText(schema)).schema, schema);
  });

  it('has problems at their places', () => {
    const CASES = [
      ['{"type":"object",}', 'The schema: ', ','],
      ['[]', 'The schema: must be an object, not an array', '[]'],
      ['{"items":{"pattern":"x"}}', 'items › pattern: the keyword "pattern" is not', '"pattern"'],
      ['{"type":"object","type":"array"}', 'type: is a duplicate key', '"type"'],
      ['{"a":{"b":[{"c":1,"c":2}]}}', 'a › b › 0 › c: is a duplicate key', '"c"'],
    ] as const;
    for (const [text, words, marked] of CASES) {
      const [issue] = issuesOf(text);
      const [first, at] = issue ?? ['', ''];
      assert.ok(first.startsWith(words), first);
      assert.equal(at, marked, text);
      assert.equal(readSchemaText(text).schema === undefined, !text.includes('items'), text);
    }
  });

  it('has the problems of the service once', () => {
    const both = [
      { pointer: '/format', detail: 'the keyword "format" is not supported' },
      { pointer: '/title/x', detail: 'is refused' },
    ];
    const { issues } = readSchemaText('{"format":1,"title":"a"}', both);
    assert.deepEqual(
      issues.map(({ where, detail }) => `${where}: ${detail}`),
      ['format: the keyword "format" is not supported', 'title: is refused'],
    );
  });
});
