import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApp } from '../src/actions/apps/create-app.ts';
import { getApp } from '../src/actions/apps/get-app.ts';
import { revokeToken } from '../src/actions/tokens/revoke-token.ts';
import {
  MALFORMED,
  ownHosts,
  PATHS,
  REFUSED_CHARACTERS,
  REFUSED_SCHEMES,
  spellings,
  VISIT_PATHS,
  WEB_ADDRESSES,
  WHITE_SPACE,
  words,
} from './fuzz/bad-addresses.ts';
import { BAD_BODIES, BAD_ENCODINGS, badAuthorizations, GOOD_BODIES } from './fuzz/bad-bodies.ts';
import { BAD_FIELDS, GOOD_FIELDS, SUGGESTIONS } from './fuzz/bad-fields.ts';
import { BAD_METADATA, GOOD_METADATA } from './fuzz/bad-metadata.ts';
import { badRequests } from './fuzz/bad-requests.ts';
import type { Sent } from './fuzz/client.ts';
import { rawExchange } from './fuzz/raw.ts';
import { CREATE, everywhere, EVERYWHERE, startTarget } from './fuzz/target.ts';
import { startService } from './harness.ts';
import { freePort } from './processes.ts';

const target = await startTarget();
const { service, client, authorization } = target;
const { stored, storedMetadata, assertProblem, refuses, accepts } = target;

test('dangerous schemes are rejected in every spelling and every field', async () => {
  const texts = REFUSED_SCHEMES.flatMap(spellings);
  assert.ok(texts.length > 1500);
  for (const text of texts) await refuses(everywhere(text), EVERYWHERE);
});

test('invalid addresses are rejected in every field', async () => {
  for (const text of MALFORMED) await refuses(everywhere(text), EVERYWHERE);
});

test('deceptive characters are rejected at any position of an address', async () => {
  for (const char of REFUSED_CHARACTERS) {
    const texts = [
      `https://e.example/${char}x`,
      `https://e${char}.example/`,
      `https://e.example/?q=${char}x`,
    ];
    for (const text of texts) await refuses(everywhere(text), EVERYWHERE);
    await refuses({ uri: `products/${char}5` }, ['/uri']);
    await refuses({ uri: char }, ['/uri']);
  }
  for (const space of WHITE_SPACE) {
    await refuses(everywhere(`${space}https://e.example/`), EVERYWHERE);
    await refuses(everywhere(`https://e.example/x${space}`), EVERYWHERE);
    await refuses({ uri: `${space}products` }, ['/uri']);
  }
});

test('valid variants of invalid addresses are accepted unchanged', async () => {
  const routesOf = async (code: string) =>
    (await service.request('GET', `${CREATE}/${code}`)).json.smartlink.routes;
  for (const uri of PATHS) {
    const routes = await routesOf(await accepts({ uri }));
    assert.deepEqual(routes.android, { link: uri, fallback: '' });
  }
  for (const text of WEB_ADDRESSES) {
    const routes = await routesOf(await accepts(everywhere(text)));
    assert.deepEqual(routes.iphone, { link: text, fallback: text });
    assert.equal(routes.android.link, text);
  }
  for (const link of words('app://x app://x/y@z com.shop.app:// mailto:a@e.example tel:+1 foo:bar'))
    await accepts({ uri: 'a', routes: { ipad: { link } } });
  for (const fallback of ['', ...words('market://details?id=a itms-apps://apps.apple.com/app/id1')])
    await accepts({ uri: 'a', routes: { web: { fallback } } });
});

test('every invalid field is reported at once, and no other', async () => {
  for (const [body, ...pointers] of BAD_FIELDS) await refuses(body, pointers);
  for (const body of GOOD_FIELDS) await accepts(body);
  const { text } = await refuses(SUGGESTIONS.body, Object.keys(SUGGESTIONS.details));
  const { errors } = JSON.parse(text) as { errors: { pointer: string; detail: string }[] };
  for (const { pointer, detail } of errors) {
    assert.match(detail, SUGGESTIONS.details[pointer] ?? /^$/, pointer);
  }
});

test('links back to visits of the service are rejected in every spelling', async () => {
  const fromRoutes = EVERYWHERE.filter((place) => place !== '/uri');
  for (const host of ownHosts(new URL(service.url).port)) {
    const loops = [...VISIT_PATHS.map((path) => `http://${host}${path}`), `HTTPS://${host}/abc`];
    for (const loop of loops) {
      await refuses({ uri: loop }, ['/uri']);
      await refuses({ ...everywhere(loop), uri: 'a' }, fromRoutes);
    }
    await accepts(everywhere(`http://${host}/v2/smartlinks/abc`));
  }
  const others = words('http://127.0.0.1/abc http://localhost.example:8080/a http://127.0.0.1:1/a');
  for (const other of others) await accepts(everywhere(other));
});

test('an error quotes a long address without splitting characters', async () => {
  const app = await startService();
  await app.apply({
    apps: [{ name: 'shop', platforms: { web: { base: 'https://shop.example' } } }],
  });
  const { status, text, json } = await app.request('POST', CREATE, {
    body: { uri: `${'\u{1f600}'.repeat(200)}/../x` },
  });
  assert.equal(status, 422);
  assert.match(json.errors[0].detail, /^the web link .*\u{1f600}"\) /su);
  assert.ok(!/\\ud[89a-f]/i.test(text), text.slice(0, 1000));
});

test('a loop is reported together with other errors of a request', async () => {
  await refuses(everywhere(`${service.url}/abc`), EVERYWHERE);
  await refuses({ uri: `${service.url}/abc`, redeem_limit: 0 }, ['/uri', '/redeem_limit']);
});

test('loops are detected for configured addresses, with and without the default port', async () => {
  const free = await freePort();
  const addresses = { BASE_URL: 'https://api.example', SMARTLINK_BASE: 'https://go.example/l' };
  const behind = await startService({ ...addresses, PORT: String(free) });
  const send = (uri: string) =>
    fetch(`http://127.0.0.1:${free}${CREATE}`, {
      method: 'POST',
      headers: {
        authorization: `Token ${behind.owner.tokens.server}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ uri }),
    });
  const loops = words(`
    https://go.example/l/abc http://go.example/l/abc https://go.example:443/l/abc
    http://go.example:80/l/abc HTTPS://GO.EXAMPLE./l/abc https://go.example/x/../l/abc
    https://g\uff4f.example/l/abc https://%67o.example/l/abc https://go.example//l/abc
    https://api.example/l/abc http://127.0.0.1:${free}/l/abc http://localhost:${free}/abc`);
  for (const uri of loops) assert.equal((await send(uri)).status, 422, uri);
  assert.deepEqual(await behind.app.ctx.db.all('select code from links', []), []);
  const fine = words(`
    https://go.example/ https://go.example/abc https://go.example:8443/l/abc https://go.example.other/l/abc
    https://example/l/abc https://go.example/l/a/b https://api.example/docs`);
  for (const uri of fine) assert.equal((await send(uri)).status, 201, uri);
});

test('metadata that would change is rejected', async () => {
  for (const [text, ...pointers] of BAD_METADATA) {
    await refuses(
      `{"uri":"a","metadata":${text}}`,
      pointers.map((at) => `/metadata${at}`),
    );
  }
  for (const text of GOOD_METADATA) {
    const code = await accepts(`{"uri":"a","metadata": ${text} }`);
    assert.equal(await storedMetadata(code), text);
  }
});

test('bodies that are not JSON in UTF-8 are rejected, and valid variants accepted', async () => {
  const before = await stored();
  for (const { name, body, headers, status } of [...BAD_BODIES, ...BAD_ENCODINGS]) {
    const code = {
      400: 'invalid_json',
      413: 'payload_too_large',
      415: 'unsupported_media_type',
      422: 'validation_failed',
    };
    const got = await client.send({
      method: 'POST',
      path: CREATE,
      headers: { authorization, ...headers },
      body,
    });
    assertProblem(got, status, code[status], name);
  }
  assert.equal(await stored(), before);
  for (const [body, type] of GOOD_BODIES) await accepts(body, { 'content-type': type });
});

test('every invalid Authorization header gets the same response', async () => {
  const before = await stored();
  const token = service.owner.tokens.server;
  const { ctx } = service.app;
  const { tokens } = await createApp(ctx, 'other');
  const { id: appId } = await getApp(ctx, 'other');
  await revokeToken(ctx, { appId, actor: 'operator' }, tokens.server);
  // Two headers: a proxy and the service could each read a different one.
  const twice = ['Token x', authorization, ''].flatMap((other) => [
    [authorization, other],
    [other, authorization],
  ]);
  const sent: Sent[] = [
    undefined,
    `Token ${tokens.server}`,
    ...badAuthorizations(token),
    ...twice,
  ].flatMap((text) => {
    const headers = text === undefined ? {} : { authorization: text };
    return [
      { method: 'POST', path: CREATE, headers, body: '{"uri":"a"}' },
      { method: 'POST', path: CREATE, headers, body: 'not JSON' },
      { method: 'GET', path: `${CREATE}/BCDFGHJK`, headers },
      { method: 'GET', path: `${CREATE}/BCDFGHJK?token=${token}`, headers },
      { method: 'GET', path: '/client/v1/smartlinks/BCDFGHJK', headers },
      { method: 'GET', path: '/manage/v1/smartlinks', headers },
      { method: 'DELETE', path: '/manage/v1/smartlinks/BCDFGHJK', headers },
    ];
  });
  const bodies = new Set<string>();
  for (const request of sent) {
    const got = await client.send(request);
    assertProblem(got, 401, 'unauthorized', JSON.stringify(request.headers));
    bodies.add(`${got.headers['www-authenticate']} ${got.text}`);
  }
  assert.equal(bodies.size, 1);
  assert.match([...bodies].join(), /^Token .*Bearer /);
  for (const scheme of words('token TOKEN Token bearer BEARER Bearer'))
    await accepts('{"uri":"a"}', { authorization: `${scheme}  ${token} ` });
  assert.equal(await stored(), before + 6);
});

const HEAD = `POST ${CREATE} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n`;
for (const { name, pieces, status, options } of badRequests(HEAD)) {
  test(`${name} gets ${status}, and nothing is stored`, async () => {
    const before = await stored();
    const answers = await rawExchange(service.url, pieces, options);
    const last = answers.at(-1);
    assert.ok(last, 'there was no response');
    assertProblem(last, status, status === 431 ? 'headers_too_large' : 'bad_request', name);
    assert.equal(await stored(), before);
    assert.equal((await service.request('GET', '/health/ready')).status, 200);
  });
}

test('an unknown Expect header gets 200 or a problem document', async () => {
  const request = 'GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: x\r\nConnection: close\r\n\r\n';
  const [got] = await rawExchange(service.url, request);
  assert.ok(got);
  if (got.status !== 200)
    assert.match(got.headers['content-type'] ?? '', /^application\/problem\+json/);
});

test('a valid request followed by garbage gets a correct response or none', async () => {
  const good = `${HEAD}Content-Length: 11\r\n\r\n{"uri":"a"}`;
  const before = await stored();
  const [first] = await rawExchange(service.url, `${good}GARBAGE\r\n\r\n`);
  // The service processes writes in order. After this write, the earlier one is either stored or
  // lost.
  await accepts({ uri: 'a' });
  const made = (await stored()) - before - 1;
  if (first) assert.equal(first.status, made === 1 ? 201 : 400);
});

test('a connection that ends within a body leaves nothing behind', async () => {
  const before = await stored();
  for (const length of [11, 12, 60_000]) {
    const pieces = [`${HEAD}Content-Length: ${length + 1}\r\n\r\n`, '{"uri":"a"}'];
    assert.deepEqual(await rawExchange(service.url, pieces, { close: 'destroy' }), []);
  }
  assert.equal((await service.request('GET', '/health/ready')).status, 200);
  assert.equal(await stored(), before);
});

test('a request that arrives byte by byte is accepted', async () => {
  const body = '{"uri":"a"}';
  const text = `${HEAD}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const [got] = await rawExchange(service.url, text.split(''), { pauseMs: 1 });
  assert.equal(got?.status, 201);
});
