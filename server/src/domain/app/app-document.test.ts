import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runToEnd } from '../text/steps.ts';
import { parseAppDocument } from './app-document.ts';

const parsed = (text: string) => runToEnd(parseAppDocument(text));

it('a document is the value of its JSON', () => {
  for (const text of [
    '{}',
    '[]',
    '5',
    '{"templates":null}',
    '{"templates":[]}',
    '{"name":"shop","templates":[{"name":"a"}, {"name":"b","routes":{}}],"visits":{}}',
  ]) {
    assert.deepEqual(parsed(text), { value: JSON.parse(text) as unknown }, text);
  }
});

it('what is not JSON, or too long, is reported where it is', () => {
  const long = 'x'.repeat(70_000);
  const cases: readonly (readonly [text: string, pointer: string, detail: RegExp])[] = [
    ['{"templates":[{}', '', /^is not JSON/],
    ['{"templates":[{},{"a":}]}', '/templates/1', /^is not JSON/],
    ['{"templates":[{},{"a":1,"a":2}]}', '/templates/1/a', /^is a duplicate key$/],
    ['{"templates":[{},5]}', '/templates/1', /^must be an object$/],
    [`{"templates":[{}],"visits":"${long}"}`, '', /^is too long without "templates"$/],
    [`{"templates":[{},{"name":"${long}"}]}`, '/templates/1', /^must have at most 65536 char/],
    [`{"templates":[${'{},'.repeat(20_000)}{}]}`, '/templates', /^must have at most 20000 entr/],
  ];
  for (const [text, pointer, detail] of cases) {
    const result = parsed(text);
    const [issue] = 'issues' in result ? result.issues : [];
    assert.equal(issue?.pointer, pointer, text.slice(0, 40));
    assert.match(issue.detail, detail);
  }
});

it('all patterns together have a limit', () => {
  const templates = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `t${n}`, pattern: 'x/'.repeat(999) }));
  assert.ok('value' in parsed(JSON.stringify({ templates: templates(100) })));
  const refused = parsed(JSON.stringify({ templates: templates(101) }));
  assert.ok('issues' in refused && refused.issues[0]?.pointer === '/templates');
});
