import assert from 'node:assert/strict';
import { get } from 'node:http';
import { before, describe, test } from 'node:test';
import { PROBLEMS } from '../../src/problems.ts';
import { SHOP, type Answer } from '../harness.ts';
import { HOSTILE_CALLERS, refusalOf } from './callers.ts';
import { CALLS, titleOf, type Call } from './calls.ts';
import { HOSTILE_BODIES, SHOP_HOST, SHOP_WEB, VICTIM_URI } from './hostile-bodies.ts';
import { signIn } from './people.ts';
import { openScene, type Scene } from './scene.ts';
import { stateOf } from './state.ts';

const APPLE = { team_id: 'ABCDE12345', bundle_id: 'com.shop.app' };
/** A key that the server of the shop uses. */
const KEY = { 'idempotency-key': 'the key of the back end' };

/** What a link of the shop and its server return, regardless of other requests. */
interface Effects {
  readonly visit: string | undefined;
  readonly association: string;
  readonly unique: string;
  readonly once: string;
  readonly ownAddress: number;
}

describe('a hostile caller', () => {
  let scene: Scene;
  let code: string;
  let expected: Effects;

  before(async () => {
    scene = await openScene({ PLATFORM_CREATES_PER_MINUTE: '0', DNS_SERVERS: '127.0.0.1:9' });
    const [shop] = SHOP.apps;
    assert.ok(shop);
    const { platforms } = shop;
    const iphone = { ...platforms?.iphone, apps: [APPLE] };
    await scene.service.apply({
      apps: [{ ...shop, platforms: { ...platforms, iphone }, hosts: [SHOP_HOST] }],
    });
    ({ code } = await scene.service.create({ uri: VICTIM_URI, unique: true }));
    expected = await effects();
    assert.deepEqual(
      [expected.visit, expected.ownAddress],
      [`https://${SHOP_WEB}/${VICTIM_URI}`, 201],
    );
    assert.match(expected.association, /ABCDE12345\.com\.shop\.app/);
    assert.match(expected.unique, new RegExp(`/${code}"`));
  });

  async function effects(): Promise<Effects> {
    const { service } = scene;
    const unique = await service.request('POST', '/v2/smartlinks', {
      body: { uri: VICTIM_URI, unique: true },
    });
    const once = await service.request('POST', '/v2/smartlinks', {
      body: { uri: 'once' },
      headers: KEY,
    });
    const own = await service.request('POST', '/v2/smartlinks', {
      body: { uri: `https://${SHOP_WEB}/sale` },
    });
    const visit = await asked(`/${code}`);
    const association = await asked('/.well-known/apple-app-site-association');
    return {
      visit: visit.location,
      association: association.text,
      unique: unique.text,
      once: once.text,
      ownAddress: own.status,
    };
  }

  /** Sends a request with the host of the shop. */
  function asked(path: string): Promise<{ location: string | undefined; text: string }> {
    return new Promise((resolve, reject) => {
      const request = get(
        new URL(path, scene.service.url),
        {
          headers: {
            host: SHOP_HOST,
            'user-agent':
              'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.on('end', () => resolve({ location: response.headers.location, text }));
        },
      );
      request.on('error', reject);
    });
  }

  /**
   * Creates the resources that the request of a caller needs; returns a function that sends the
   * request.
   */
  async function prepared(caller: string, call: Call): Promise<() => Promise<Answer>> {
    const { method, path: template, body: plain } = call;
    const path = await scene.filled(template, caller);
    const hostile = HOSTILE_BODIES[`${method} ${template.replace(/\?.*/, '')}`] ?? plain;
    const body = typeof hostile === 'function' ? await hostile(scene) : hostile;
    const headers = { ...KEY, ...(await scene.headersOf(caller)) };
    const more = body === undefined ? {} : { body };
    return () => scene.service.request(method, path, { token: undefined, headers, ...more });
  }

  for (const caller of HOSTILE_CALLERS) {
    for (const call of CALLS) {
      test(`(${caller}) cannot harm the shop with ${titleOf(call)}`, async () => {
        const shop = scene.service.owner.app.id;
        const refused = refusalOf(caller, call);
        const send = await prepared(caller, call);
        const settled = await stateOf(scene.service, shop);
        const answer = await send();
        const { status, text } = answer;
        assert.ok(status < 500, text);
        if (refused !== undefined) {
          assert.deepEqual([status, answer.json.code], [PROBLEMS[refused].status, refused]);
        }
        // A platform token can redeem links of its app.
        const mayRedeem = caller === 'holder' && call.path === '/client/v1/redemptions';
        if (!mayRedeem) assert.equal(await stateOf(scene.service, shop), settled, text);
        assert.deepEqual(await effects(), expected);
      });
    }
  }

  test('cannot sign in as the owner or lock them out', async () => {
    const { email, password } = scene.credentials;
    assert.equal((await signIn(scene.service, email, 'chosen by the attacker 42')).status, 401);
    assert.equal((await signIn(scene.service, email, password)).status, 200);
  });
});
