import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { randomUUID } from 'node:crypto';
import { openClient, type Client } from './fuzz/client.ts';
import { smartlink, spawnService, type Spawned } from './harness.ts';
import { FROM_HERE, PASSWORD } from './manage/people.ts';
import { MANAGE_FIELDS } from './odd-text/manage-fields.ts';
import { json, path, type Target } from './odd-text/field.ts';
import { FIELDS } from './odd-text/fields.ts';
import { welcomeOf } from './processes.ts';
import { newMigratedStore } from './store.ts';

// One engine accepts some of these texts and the other does not, so the service must check them
// before it uses the database.

/** The content of a JSON string. The last ones are bytes that are not UTF-8. */
const ODD: readonly (readonly [name: string, text: string | Buffer])[] = [
  ['NUL', '\\u0000'],
  ['NUL in the middle', 'a\\u0000b'],
  ['the first half of a character', '\\ud800'],
  ['the second half of a character', 'x\\udc00y'],
  ['both halves the wrong way round', '\\udc00\\ud83c'],
  ['what is no character', '\\uffff\\ufffe'],
  ['a character of two halves', '\\ud83c\\udf81'],
  ['an escape of PostgreSQL', "E'\\\\x00'\\\\000"],
  ['an escape of an escape', '\\\\u0000'],
  ['percent escapes', '%00%ed%a0%80%c0%80'],
  ['placeholders of parameters', "$1 ? ' -- :a"],
  ['the byte 0', Buffer.from([0])],
  ['half a character in UTF-8', Buffer.from([0xed, 0xa0, 0x80])],
  ['NUL in two bytes', Buffer.from([0xc0, 0x80])],
  ['a byte that UTF-8 never contains', Buffer.from([0xff])],
  ['a character that breaks off', Buffer.from([0xe2, 0x82])],
];

describe('unusual text', () => {
  let service: Spawned;
  let client: Client;
  let target: Target;
  const environment: Record<string, string> = {};
  before(async () => {
    environment.DATABASE_URL = await newMigratedStore();
    service = await spawnService({ ...environment, MISSES_PER_MINUTE: '0' });
    client = openClient(service.url);
    after(() => client.close());
    const welcome = await welcomeOf(service);
    const [server = ''] = /sl_server_\w+/.exec(welcome) ?? [];
    const [web = ''] = /sl_web_\w+/.exec(welcome) ?? [];
    const post = async (to: string, token: string, body: object): Promise<string> => {
      const sent = { method: 'POST', path: to, headers: json(token), body: JSON.stringify(body) };
      return (await client.send(sent)).text;
    };
    const made = await post('/v2/smartlinks', server, { uri: 'a', metadata: { a: 1 } });
    const { smartlink: address } = JSON.parse(made) as { smartlink: string };
    const code = address.split('/').at(-1) ?? '';
    const redemption = randomUUID();
    await post('/client/v1/redemptions', web, { smartlink: code, redemption_id: redemption });
    target = { server, web, code, redemption, cookie: await signInAsOwner() };
  });

  /** Signs in with the link that the first start prints; returns the cookie. */
  async function signInAsOwner(): Promise<string> {
    const [, invitation] = /invitation#(\w+)/.exec(service.welcome()) ?? [];
    const body = { invitation, email: 'ada@shop.example', password: PASSWORD };
    const { headers } = await client.send({
      method: 'POST',
      path: '/manage/v1/invitations/accept',
      headers: { ...FROM_HERE, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return headers['set-cookie']?.[0]?.split(';')[0] ?? assert.fail('the sign-in failed');
  }

  for (const [field, make] of Object.entries({ ...FIELDS, ...MANAGE_FIELDS })) {
    it(`as ${field} is accepted or rejected without an error of the service`, async () => {
      const sent = ODD.map(async ([name, text]) => {
        const { status, text: answer } = await client.send(make(target, Buffer.from(text)));
        assert.ok(status < 500, `${name}: ${status} ${answer}`);
      });
      await Promise.all(sent);
    });
  }

  it('after the id of a redemption is another id', async () => {
    const ledger = path('GET', '/manage/v1/smartlinks/CODE/redemptions')(target, Buffer.alloc(0));
    const { text } = await client.send(ledger);
    const { redemptions } = JSON.parse(text) as { redemptions: { given_back_at: unknown }[] };
    assert.deepEqual(
      redemptions.map((entry) => entry.given_back_at),
      [null],
    );
  });

  it('in an apply file is rejected, and nothing is applied', async () => {
    const places = [
      ['', '"'],
      ['","platforms":{"web":{"base":"https://x.example/', '"}}'],
      ['","platforms":{"web":{"fallback":"https://x.example/', '"}}'],
      ['","templates":[{"name":"t","routes":{},"pattern":"p/', '"}]'],
      ['","templates":[{"name":"t","pattern":"p","routes":{"web":{"link":"https://', '"}}}]'],
    ] as const;
    const apps = ODD.slice(0, 5).flatMap(([, text], i) =>
      places.map(([head, tail], j) => `{"name":"odd-${i}-${j}${head}${String(text)}${tail}}`),
    );
    const ran = await smartlink(['apply', '-'], environment, `{"apps":[${apps.join()}]}`);
    assert.deepEqual([ran.code, ran.stdout], [1, '']);
    for (const index of apps.keys()) assert.match(ran.stderr, new RegExp(`/apps/${index}/`));
  });

  it('in an argument of a command is not found', async () => {
    const { code } = target;
    const text = "' or 1=1 -- ?$1🎁\ufffd";
    for (const args of [
      ['app', 'show', text],
      ['link', 'give-back', code, text],
    ]) {
      const { code: exit, stderr } = await smartlink(args, environment);
      assert.equal(exit, 1, `${args.join(' ')}: ${stderr}`);
    }
  });

  it('causes no errors in the log', async () => {
    assert.equal(await service.stop(), 0);
    assert.equal(service.problems(), '');
  });
});
