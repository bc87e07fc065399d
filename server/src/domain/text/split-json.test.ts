import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { splitJson } from './split-json.ts';
import { runToEnd } from './steps.ts';

const split = (text: string) => runToEnd(splitJson(text, 'links', 1000));

const CASES: readonly (readonly [text: string, head: string, entries: readonly string[]])[] = [
  ['{"links":[{"a":1},{"b":[1,2]}],"x":1}', '{"links":[],"x":1}', ['{"a":1}', '{"b":[1,2]}']],
  ['{"x":{"links":[1]},"links" : [ 2 ]}', '{"x":{"links":[1]},"links" : []}', [' 2 ']],
  ['{"links":[]}', '{"links":[]}', []],
  ['{"links":["],[","a\\"]"]}', '{"links":[]}', ['"],["', '"a\\"]"']],
  ['{"links":[1,]}', '{"links":[]}', ['1', '']],
  ['{"links":[,1]}', '{"links":[]}', ['', '1']],
  ['{"links":[1}', '{"links":[}', ['1']],
  ['{"links":5}', '{"links":5}', []],
  ['{"a":"links","links":[1]}', '{"a":"links","links":[]}', ['1']],
  ['{"links":["a', '{"links":["a', []],
  ['[{"links":[1]}]', '[{"links":[1]}]', []],
];

test('a list is separated from the rest of a JSON text', () => {
  for (const [text, head, entries] of CASES) assert.deepEqual(split(text), { head, entries }, text);
});

test('the parts are the whole text', () => {
  const json = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(fc.array(json), json, fc.nat(2), (links, other, indent) => {
      const { head, entries } = split(JSON.stringify({ other, links, last: 1 }, null, indent));
      const parsed = JSON.parse(head) as object;
      const joined = { ...parsed, links: entries.map((entry) => JSON.parse(entry) as unknown) };
      assert.equal(JSON.stringify(joined), JSON.stringify({ other, links, last: 1 }));
    }),
  );
});
