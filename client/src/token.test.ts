import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient } from './index.ts';
import { createServerClient } from './server.ts';
import { redeemed, Script } from '../test/scripted.ts';

const baseUrl = 'https://go.shop.example';
const SECRET = 'sl_server_9f8e7d6c5b4a39281706';

describe('the token of an app or a web page', () => {
  for (const token of [SECRET, ` ${SECRET}\n`, `Token ${SECRET}`, SECRET.toUpperCase()]) {
    it(`rejects ${JSON.stringify(token)}, which is secret`, () => {
      assert.throws(
        () => createClient({ baseUrl, token }),
        (error: Error) => {
          assert.equal(error.name, 'TypeError');
          assert.match(error.message, /^This token is secret\b/);
          assert.match(error.message, /@smartlink\/client\/server/);
          assert.doesNotMatch(error.message, /9f8e7d6c/i, 'a message may end up in a log');
          return true;
        },
      );
    });
  }

  for (const token of [undefined, '', '  ', 5, null]) {
    it(`rejects ${JSON.stringify(token)}`, () => {
      const options = { baseUrl, token: token as string };
      assert.throws(() => createClient(options), /^TypeError: token is missing/);
      assert.throws(() => createServerClient(options), /^TypeError: token is missing/);
    });
  }

  it('rejects characters that tokens do not contain', () => {
    const message =
      /^TypeError: token contains white space or a character that is not ASCII: copy it again\.$/;
    for (const token of ['sl_web_a\nb', 'sl_web_ä', 'sl_web_a b']) {
      assert.throws(() => createClient({ baseUrl, token }), message);
    }
  });

  it('is sent without surrounding white space', async () => {
    const script = new Script(redeemed());
    await createClient({ baseUrl, token: ' sl_web_x\n', fetch: script.fetch }).redeem('H7kTq2Rb');
    assert.equal(script.sent[0]?.headers.Authorization, 'Token sl_web_x');
  });
});

describe('the client for servers', () => {
  it('rejects a platform token', () => {
    for (const platform of ['web', 'iphone', 'ipad', 'universal', 'android']) {
      assert.throws(
        () => createServerClient({ baseUrl, token: `sl_${platform}_x` }),
        /^TypeError: createServerClient takes a server token.*createClient of "@smartlink\/client"/,
      );
    }
  });

  it('creates and retrieves with its token', async () => {
    const smartlink = { code: 'H7kTq2Rb', tags: [], routes: {} };
    const script = new Script(
      { status: 201, body: { smartlink: `${baseUrl}/H7kTq2Rb` } },
      { status: 200, body: { smartlink } },
    );
    const server = createServerClient({ baseUrl, token: SECRET, fetch: script.fetch });
    assert.deepEqual(await server.create({ uri: 'products/5', redeemLimit: 1 }), {
      smartlink: `${baseUrl}/H7kTq2Rb`,
      code: 'H7kTq2Rb',
      created: true,
    });
    assert.deepEqual(await server.get(`${baseUrl}/H7kTq2Rb`), smartlink);
    assert.deepEqual(
      script.sent.map(({ method, url, headers }) => [method, url, headers.Authorization]),
      [
        ['POST', `${baseUrl}/v2/smartlinks`, `Token ${SECRET}`],
        ['GET', `${baseUrl}/v2/smartlinks/H7kTq2Rb`, `Token ${SECRET}`],
      ],
    );
    assert.deepEqual(script.sent[0]?.json, { uri: 'products/5', redeem_limit: 1 });
    assert.deepEqual(Object.keys(server), ['create', 'get']);
  });
});
