import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { randomUUID } from 'node:crypto';
import { openClient, type Client, type Sent } from './fuzz/client.ts';
import { smartlink, spawnService, type Spawned } from './harness.ts';
import { newStore } from './store.ts';

// Text that one engine keeps and another refuses must not get as far as the store.

/** As it stands in JSON; the last ones are bytes that are no UTF-8. */
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
  ['what stands for parameters', "$1 ? ' -- :a"],
  ['the byte 0', Buffer.from([0])],
  ['half a character in UTF-8', Buffer.from([0xed, 0xa0, 0x80])],
  ['NUL in two bytes', Buffer.from([0xc0, 0x80])],
  ['a byte that never stands in UTF-8', Buffer.from([0xff])],
  ['a character that breaks off', Buffer.from([0xe2, 0x82])],
];

interface Target {
  readonly server: string;
  readonly web: string;
  readonly code: string;
  readonly redemption: string;
}
type Place = (target: Target, text: Buffer) => Sent;

const json = (token: string) => ({
  authorization: `Token ${token}`,
  'content-type': 'application/json',
});
const around = (head: string, text: Buffer, tail: string): Buffer =>
  Buffer.concat([Buffer.from(head), text, Buffer.from(tail)]);

function create(head: string, tail: string): Place {
  return ({ server }, text) => {
    const body = around(head, text, tail);
    return { method: 'POST', path: '/v2/smartlinks', headers: json(server), body };
  };
}

function redeem(make: (target: Target) => readonly [head: string, tail: string]): Place {
  return (target, text) => {
    const body = around(make(target)[0], text, make(target)[1]);
    return { method: 'POST', path: '/client/v1/redemptions', headers: json(target.web), body };
  };
}

/** `…` in the path is the text, byte by byte in percent escapes; `CODE` and `ID` are there. */
function path(method: string, template: string, kind: 'server' | 'web' = 'server'): Place {
  return (target, text) => {
    const escaped = text.toString('hex').replace(/../g, '%$&');
    const written = template
      .replace('CODE', target.code)
      .replace('ID', target.redemption)
      .replace('…', escaped);
    return { method, path: written, headers: { authorization: `Token ${target[kind]}` } };
  };
}

/** As much of the text as goes through HTTP. */
function header(name: string, method: string, template: string, body?: string): Place {
  return ({ server, code }, text) => ({
    method,
    path: template.replace('CODE', code),
    headers: { ...json(server), [name]: `"${text.toString('latin1').replaceAll('\0', '')}"` },
    body,
  });
}

const MANAGE = '/manage/v1/smartlinks';
const PLACES: Readonly<Record<string, Place>> = {
  'a path': create('{"uri":"p/', '"}'),
  'a unique path': create('{"unique":true,"uri":"p/', '"}'),
  'a deep link': create('{"uri":"app://', '"}'),
  'a route': create('{"uri":"a","routes":{"web":{"link":"https://x.example/', '"}}}'),
  'a fallback': create('{"uri":"a","routes":{"web":{"fallback":"https://x.example/', '"}}}'),
  'a field': create('{"uri":"a","', '":1}'),
  'a key of metadata': create('{"uri":"a","metadata":{"', '":1}}'),
  metadata: create('{"uri":"a","metadata":{"k":[{"z":["', '"]}]}}'),
  'an Idempotency-Key': header('idempotency-key', 'POST', '/v2/smartlinks', '{"uri":"a"}'),
  'a token': header('authorization', 'GET', '/v2/smartlinks/CODE'),
  'If-Match': header('if-match', 'PATCH', `${MANAGE}/CODE`, '{"redeem_limit":5}'),
  'User-Agent': header('user-agent', 'GET', '/CODE'),
  'changed metadata': ({ server, code }, text) => ({
    method: 'PATCH',
    path: `${MANAGE}/${code}`,
    headers: json(server),
    body: around('{"metadata":{"k":"', text, '"}}'),
  }),
  'the address in a redemption': redeem(({ code }) => [
    '{"smartlink":"https://x.example/',
    `${code}","redemption_id":"${randomUUID()}"}`,
  ]),
  'the code in a redemption': redeem(({ code }) => [
    `{"smartlink":"${code}`,
    `","redemption_id":"${randomUUID()}"}`,
  ]),
  'the id in a redemption': redeem(({ code, redemption }) => [
    `{"smartlink":"${code}","redemption_id":"${redemption}`,
    '"}',
  ]),
  'a visit': path('GET', '/…'),
  'a visit with more': path('GET', '/CODE…'),
  'a code': path('GET', '/v2/smartlinks/CODE…'),
  'a code of the client': path('GET', '/client/v1/smartlinks/CODE…', 'web'),
  'a managed code': path('GET', `${MANAGE}/CODE…`),
  'a code to delete': path('DELETE', `${MANAGE}/CODE…`),
  'a ledger': path('GET', `${MANAGE}/CODE…/redemptions`),
  'a page of the ledger': path('GET', `${MANAGE}/CODE/redemptions?cursor=1…`),
  'a page of the history': path('GET', `${MANAGE}/CODE/history?limit=1…`),
  'a redemption to give back': path('POST', `${MANAGE}/CODE/redemptions/…/give-back`),
  'a redemption and more': path('POST', `${MANAGE}/CODE/redemptions/ID…/give-back`),
};

describe('odd text', () => {
  let service: Spawned;
  let client: Client;
  let target: Target;
  const environment: Record<string, string> = {};
  before(async () => {
    environment.DATABASE_URL = await newStore();
    service = await spawnService({ ...environment, MISSES_PER_MINUTE: '0' });
    client = openClient(service.url);
    after(() => client.close());
    const [server = ''] = /sl_server_\w+/.exec(service.output()) ?? [];
    const [web = ''] = /sl_web_\w+/.exec(service.output()) ?? [];
    const post = async (to: string, token: string, body: object): Promise<string> => {
      const sent = { method: 'POST', path: to, headers: json(token), body: JSON.stringify(body) };
      return (await client.send(sent)).text;
    };
    const made = await post('/v2/smartlinks', server, { uri: 'a', metadata: { a: 1 } });
    const { smartlink: address } = JSON.parse(made) as { smartlink: string };
    const code = address.split('/').at(-1) ?? '';
    const redemption = randomUUID();
    await post('/client/v1/redemptions', web, { smartlink: code, redemption_id: redemption });
    target = { server, web, code, redemption };
  });

  for (const [place, make] of Object.entries(PLACES)) {
    it(`as ${place} is taken or refused, and breaks nothing`, async () => {
      for (const [name, text] of ODD) {
        const { status, text: answer } = await client.send(make(target, Buffer.from(text)));
        assert.ok(status < 500, `${name}: ${status} ${answer}`);
      }
    });
  }

  it('behind the id of a redemption is another id', async () => {
    const ledger = path('GET', `${MANAGE}/CODE/redemptions`)(target, Buffer.alloc(0));
    const { text } = await client.send(ledger);
    const { redemptions } = JSON.parse(text) as { redemptions: { given_back_at: unknown }[] };
    assert.deepEqual(
      redemptions.map((entry) => entry.given_back_at),
      [null],
    );
  });

  it('in an apply file is refused, and nothing is applied', async () => {
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

  it('of an operator is not found', async () => {
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

  it('left nothing in the log', async () => {
    assert.equal(await service.stop(), 0);
    assert.equal(service.errors(), '');
  });
});
