import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonPath } from '../lib/json-node.ts';
import { nodeOf } from '../lib/json-value.ts';
import { FIELD_FORMAT, isTimeOfField } from './change-text.ts';

const { labelOf, textOf } = FIELD_FORMAT;

describe('the label of a field', () => {
  const CASES: readonly [path: JsonPath, label: string][] = [
    [['tags'], 'Tags'],
    [['routes'], 'Routes'],
    [['routes', 'web', 'link'], 'Web › Link'],
    [['templates', 'sale', 'routes', 'ipad', 'fallback'], 'Templates › sale › iPad › Fallback'],
    [['iphone', 'apps', 0, 'team_id'], 'iPhone › Apps › 1 › Team ID'],
    [
      ['rules', 0, 'when', 'percent', 'below'],
      'Conditional routes › 1 › Conditions › Percentage › Below',
    ],
    [['title'], 'App name'],
    [['visits', 'title'], 'Appearance › App name'],
    [['visits', 'social', 'title'], 'Appearance › Social preview › Title'],
    [['metadata', 'tags', 0], 'Metadata › tags › 0'],
    [['constructor'], 'constructor'],
  ];
  for (const [path, label] of CASES) {
    it(`${path.join('.')} is ${label}`, () => assert.equal(labelOf(path), label));
  }
});

describe('the text of a value', () => {
  const CASES: readonly [path: JsonPath, value: unknown, text: string][] = [
    [['uri'], 'a "b"', 'a "b"'],
    [['state'], 'disabled', 'Disabled'],
    [['state'], 'toString', 'toString'],
    [['unique'], true, 'yes'],
    [['redeem_limit'], null, 'no limit'],
    [['own_rules'], 1, 'yes'],
    [['template'], null, 'none'],
    [['tags'], ['a', 'b'], 'a, b'],
    [['metadata', 'a'], 'b', '"b"'],
    [['metadata', 'a'], 12_000, '12000'],
    [['routes'], { a: [], b: [1] }, '{\n  "a": [],\n  "b": [\n    1\n  ]\n}'],
  ];
  for (const [path, value, text] of CASES) {
    it(`${JSON.stringify(value)} of ${path.join('.')} is ${text}`, () =>
      assert.equal(textOf(path, nodeOf(value)), text));
  }
});

describe('the time of a field', () => {
  const at = '2026-12-24T18:00:00.000Z';
  const CASES: readonly [path: JsonPath, text: string, isTime: boolean][] = [
    [['valid_from'], at, true],
    [['restorable_until'], at, true],
    [['rules', 0, 'when', 'time', 'from'], '2026-12-24T18:00:00+01:00', true],
    [['valid_from'], 'none', false],
    [['rules', 0, 'when', 'percent', 'from'], '5', false],
    [['name'], at, false],
    [['metadata', 'valid_from'], at, false],
  ];
  for (const [path, text, isTime] of CASES) {
    it(`${text} of ${path.join('.')} is ${isTime ? 'one' : 'none'}`, () =>
      assert.equal(isTimeOfField(path, text), isTime));
  }
});
