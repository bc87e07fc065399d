import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseJson, type JsonText } from '../text/json.ts';
import { parserOf } from '../text/schema.ts';
import {
  AppRequestSchema,
  MemberChangeSchema,
  parseInvitation,
  parseMeChange,
} from './member-request.ts';

const json = (value: unknown): JsonText => {
  const parsed = parseJson(JSON.stringify(value));
  return 'json' in parsed ? parsed.json : assert.fail(parsed.issue.detail);
};
type Parse = (text: JsonText) => object;
/** The pointers of the errors; empty if the request is accepted. */
const places = (parse: Parse, body: unknown): string[] => {
  const parsed = parse(json(body));
  return 'issues' in parsed
    ? (parsed.issues as { pointer: string }[]).map(({ pointer }) => pointer).toSorted()
    : [];
};

const ADA = 'ada@shop.example';
const GOOD = 'a sentence of my own';
const parseMemberChange: Parse = parserOf(MemberChangeSchema, (sent) => sent);
const parseAppRequest: Parse = parserOf(AppRequestSchema, (sent) => sent);
const parseMe: Parse = (text) => parseMeChange(text, ADA);

const TABLE: readonly (readonly [Parse, string, readonly (readonly [unknown, ...string[]])[]])[] = [
  [
    parseInvitation,
    'an invitation',
    [
      [{ email: ADA, role: 'viewer' }],
      [{ email: ' ADA@SHOP.example', role: 'owner' }],
      [{ email: 'ada', role: 'viewer' }, '/email'],
      [{ email: 'a\u0000@b.c', role: 'viewer' }, '/email'],
      [{ email: `${'a'.repeat(251)}@b.c`, role: 'viewer' }, '/email'],
      [{ email: ADA, role: 'Owner' }, '/role'],
      [{ email: ADA, role: ['owner'] }, '/role'],
      [{ email: ADA, role: 'owner', app: 'books' }, '/app'],
      [{}, '/email', '/role'],
      [{ email: { toString: 'x' }, role: null }, '/email', '/role'],
      [[], ''],
      [null, ''],
    ],
  ],
  [
    parseMemberChange,
    'a role',
    [
      [{ role: 'editor' }],
      [{ role: '' }, '/role'],
      [{ role: 1 }, '/role'],
      [{}, '/role'],
      [{ role: 'editor', email: ADA }, '/email'],
      ['owner', ''],
    ],
  ],
  [
    parseAppRequest,
    'an app',
    [
      [{ name: 'books' }],
      [{ name: 'a' }],
      [{ name: 'a'.repeat(64) }],
      [{ name: 'a'.repeat(65) }, '/name'],
      [{ name: 'Books' }, '/name'],
      [{ name: '-books' }, '/name'],
      [{ name: 'books\n' }, '/name'],
      [{ name: '../x' }, '/name'],
      [{ name: '<b>' }, '/name'],
      [{ name: '' }, '/name'],
      [{}, '/name'],
      [{ name: 'books', owner: 'mem_x' }, '/owner'],
    ],
  ],
  [
    parseMe,
    'a person',
    [
      [{}],
      [{ name: '' }],
      [{ name: 'Ada <ada>' }],
      [{ name: 'A', password: { old: 'x', new: GOOD } }],
      [{ name: ' A' }, '/name'],
      [{ name: 'A\u2028' }, '/name'],
      [{ name: null }, '/name'],
      [{ password: GOOD }, '/password'],
      [{ password: {} }, '/password/new', '/password/old'],
      [{ password: { old: '', new: GOOD } }, '/password/old'],
      [{ password: { old: 'x', new: 'short' } }, '/password/new'],
      [{ password: { old: 'x', new: ADA } }, '/password/new'],
      [{ password: { old: 'x', new: 'a'.repeat(257) } }, '/password/new'],
      [{ password: { old: 'x', new: GOOD, again: GOOD } }, '/password/again'],
      [{ name: ' A', password: { old: 'x', new: 'aaaaaaaaaaaaa' } }, '/name', '/password/new'],
      [{ email: 'eve@shop.example' }, '/email'],
      [{ member_id: 'mem_x', role: 'owner' }, '/member_id', '/role'],
      [[], ''],
    ],
  ],
];

for (const [parse, what, rows] of TABLE) {
  describe(`the request to ${what}`, () => {
    for (const [body, ...pointers] of rows) {
      const title = JSON.stringify(body).slice(0, 80);
      it(`${title} ${pointers.length === 0 ? 'is accepted' : 'is rejected'}`, () => {
        assert.deepEqual(places(parse, body), pointers);
      });
    }
  });
}

describe('a parsed request', () => {
  it('has the address in its stored form', () => {
    const parsed = parseInvitation(json({ email: ' Ada@Shop.Example ', role: 'editor' }));
    assert.deepEqual(parsed, { email: ADA, role: 'editor' });
  });

  it('has only the fields that were sent', () => {
    assert.deepEqual(parseMeChange(json({}), ADA), {});
    const password = { old: 'x', new: GOOD };
    assert.deepEqual(parseMeChange(json({ password }), ADA), { password });
  });
});
