import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { parseJson, type JsonText } from '../text/json.ts';
import { parserOf } from '../text/schema.ts';
import { InvitationLookupSchema, parseAcceptance, parseSignIn } from './sign-in-request.ts';

const parseInvitationLookup = parserOf(InvitationLookupSchema, (sent) => sent);

const json = (value: unknown): JsonText => {
  const parsed = parseJson(JSON.stringify(value));
  return 'json' in parsed ? parsed.json : assert.fail(parsed.issue.detail);
};
/** The pointers of the errors; undefined without errors. */
const places = (parsed: object): string[] | undefined =>
  'issues' in parsed
    ? (parsed.issues as { pointer: string }[]).map(({ pointer }) => pointer).toSorted()
    : undefined;

const ACCOUNT = { email: 'ada@shop.example', password: 'x' };
const LINK = { invitation: 'A'.repeat(40) };

describe('a sign-in request', () => {
  it('has the address in its stored form and the password as it was sent', () => {
    const password = '  ﬁne \u0000 é ';
    assert.deepEqual(parseSignIn(json({ email: ' Ada@Shop.EXAMPLE ', password })), {
      email: 'ada@shop.example',
      password,
    });
  });

  it('treats an invalid address like an unknown one', () => {
    for (const email of ['x', '@', 'a\u0000b@c', '\ud800', "' or 1=1 --"]) {
      assert.equal(places(parseSignIn(json({ ...ACCOUNT, email }))), undefined, email);
    }
  });

  const REFUSED: readonly (readonly [unknown, ...string[]])[] = [
    [{}, '/email', '/password'],
    [{ email: '', password: '' }, '/email', '/password'],
    [{ email: 1, password: ['x'] }, '/email', '/password'],
    [{ email: null, password: { $ne: '' } }, '/email', '/password'],
    [{ ...ACCOUNT, email: 'a'.repeat(255) }, '/email'],
    [{ ...ACCOUNT, password: 'a'.repeat(257) }, '/password'],
    [{ ...ACCOUNT, remember: true }, '/remember'],
    [{ ...ACCOUNT, Email: 'x' }, '/Email'],
    [[ACCOUNT], ''],
    ['x', ''],
    [null, ''],
    [5, ''],
  ];
  for (const [body, ...pointers] of REFUSED) {
    it(`is not ${JSON.stringify(body)?.slice(0, 60)}`, () => {
      assert.deepEqual(places(parseSignIn(json(body))), pointers);
    });
  }
});

describe('an invitation request', () => {
  it('is looked up by its secret', () => {
    assert.deepEqual(parseInvitationLookup(json(LINK)), LINK);
    for (const [body, ...pointers] of [
      [{}, '/invitation'],
      [{ invitation: '' }, '/invitation'],
      [{ invitation: 'a'.repeat(201) }, '/invitation'],
      [{ invitation: [LINK.invitation] }, '/invitation'],
      [{ ...LINK, x: 1 }, '/x'],
      [[], ''],
      [null, ''],
    ] as const) {
      assert.deepEqual(places(parseInvitationLookup(json(body))), pointers, JSON.stringify(body));
    }
  });

  it('is accepted with a password, and optionally an address and a name', () => {
    assert.deepEqual(parseAcceptance(json({ ...LINK, password: 'p' })), {
      ...LINK,
      password: 'p',
      name: undefined,
      email: undefined,
      existingAccount: false,
    });
    const whole = { ...LINK, password: 'p', name: 'Ada', email: 'ADA@shop.example ' };
    assert.deepEqual(parseAcceptance(json({ ...whole, existing_account: true })), {
      ...whole,
      email: 'ada@shop.example',
      existingAccount: true,
    });
  });

  const REFUSED: readonly (readonly [unknown, ...string[]])[] = [
    [{}, '/invitation', '/password'],
    [{ ...LINK, password: '' }, '/password'],
    [{ ...LINK, password: 'p', email: '' }, '/email'],
    [{ ...LINK, password: 'p', email: 'ada' }, '/email'],
    [{ ...LINK, password: 'p', email: 'ada@shop.example\u0000' }, '/email'],
    [{ ...LINK, password: 'p', email: 5 }, '/email'],
    [{ ...LINK, password: 'p', name: ' Ada' }, '/name'],
    [{ ...LINK, password: 'p', name: 'A\u202eda' }, '/name'],
    [{ ...LINK, password: 'p', name: 'A\u0000' }, '/name'],
    [{ ...LINK, password: 'p', name: 'a'.repeat(101) }, '/name'],
    [{ ...LINK, password: 'p', role: 'owner' }, '/role'],
    [{ ...LINK, password: 'p', existing_account: 'true' }, '/existing_account'],
    [{ ...LINK, password: 'p', email: 'nic\u212a@shop.example' }, '/email'],
    [
      { email: 'ada', name: ' Ada', role: 'owner' },
      '/email',
      '/invitation',
      '/name',
      '/password',
      '/role',
    ],
    [null, ''],
    [[], ''],
    ['x', ''],
    [0, ''],
  ];
  for (const [body, ...pointers] of REFUSED) {
    it(`rejects ${JSON.stringify(body)?.slice(0, 90)}`, () => {
      assert.deepEqual(places(parseAcceptance(json(body))), pointers);
    });
  }
});

describe('any JSON', () => {
  const body = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.record(
      {
        email: fc.jsonValue(),
        password: fc.jsonValue(),
        invitation: fc.jsonValue(),
        name: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
  );
  for (const parse of [parseSignIn, parseInvitationLookup, parseAcceptance]) {
    it(`is accepted or rejected by ${parse.name}, each error with its own pointer`, () => {
      fc.assert(
        fc.property(body, (value) => {
          const parsed = parse(json(value));
          const found = places(parsed);
          if (found === undefined) return;
          assert.ok(found.length > 0);
          assert.equal(new Set(found).size, found.length);
        }),
      );
    });
  }
});
