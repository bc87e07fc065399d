import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { REFUSED_SCHEMES } from '../fuzz/bad-addresses.ts';
import type { Got } from '../fuzz/client.ts';
import { codeOf } from '../fuzz/target.ts';
import { SHOP, startService, type Service } from '../harness.ts';
import { VISITORS } from './agents.ts';
import { GOOD_APPS, GOOD_WEB } from './corpus/good-addresses.ts';
import { REFUSED_SPELLINGS, SCHEMES, SPELLINGS } from './corpus/refused-schemes.ts';
import { SCHEMES_IN_PATHS, TWISTED } from './corpus/twisted.ts';
import { createAll, inEveryAddressField, ADDRESS_POINTERS } from './creates.ts';
import { isHarmless, destinationsOf } from './destinations.ts';
import { visitAll } from './visits.ts';

describe('an address that runs code, reads files or deceives', () => {
  let bare: Service;
  before(async () => {
    bare = await startService();
  });

  test('has a corpus of sufficient size', () => {
    assert.ok(SPELLINGS.length >= 500, `${SPELLINGS.length} spellings`);
    assert.equal(new Set(REFUSED_SPELLINGS).size, REFUSED_SPELLINGS.length);
    assert.ok(REFUSED_SCHEMES.every((scheme) => SCHEMES.includes(scheme)));
    // Our own rules are not enough: browsers must really follow many of these addresses.
    const followed = SPELLINGS.filter((text) => !isHarmless(text));
    assert.ok(followed.length >= 250, `a browser follows only ${followed.length}`);
    assert.ok(GOOD_WEB.length + GOOD_APPS.length >= 60);
  });

  test('is rejected in every field of a request', async (t) => {
    const texts = [...SPELLINGS, ...TWISTED];
    const answers = await createAll(bare, texts.map(inEveryAddressField));
    for (const [index, { status, text }] of answers.entries()) {
      const where = `${JSON.stringify(texts[index])}: ${text}`;
      assert.equal(status, 422, where);
      const { errors } = JSON.parse(text) as { errors: { pointer: string }[] };
      const places = new Set(errors.map(({ pointer }) => pointer));
      assert.deepEqual([...places].toSorted(), ADDRESS_POINTERS, where);
    }
    assert.deepEqual(await bare.app.ctx.db.all('select code from links'), []);
    t.diagnostic(`${texts.length} addresses, each in ${ADDRESS_POINTERS.length} places`);
  });

  test('is only a path if the specification says so', async () => {
    const shop = await startService();
    await shop.apply({ apps: [{ name: 'shop', platforms: SHOP.apps[0]?.platforms ?? {} }] });
    // Without a base, such a path has no destination.
    assert.equal((await destinationsOfPaths(bare, SCHEMES_IN_PATHS)).length, 0);
    // After a base, a dot segment could leave the path of the base, so such paths are rejected.
    const [dotted, plain] = [true, false].map((has) =>
      SCHEMES_IN_PATHS.filter((path) => DOT_SEGMENT.test(path) === has),
    );
    assert.ok(dotted && plain && dotted.length > 0);
    for (const { status } of await createAll(
      shop,
      dotted.map((uri) => ({ uri })),
    )) {
      assert.equal(status, 422);
    }
    const destinations = await destinationsOfPaths(shop, plain);
    assert.ok(
      destinations.length >= plain.length * VISITORS.length,
      `${destinations.length} destinations`,
    );
    for (const { path, address } of destinations) {
      assert.ok(isHarmless(address), `${path} leads to ${address}`);
      const { host, protocol } = new URL(address);
      // In the address of an app, the host is a part of the path.
      if (protocol !== 'com.shop.app:' && protocol !== 'intent:')
        assert.match(
          host,
          /^(?:shop\.example|apps\.apple\.com|play\.google\.com)$/,
          `${path} ${address}`,
        );
    }
  });

  test('is not a valid link if it is a path', async () => {
    const bodies = SCHEMES_IN_PATHS.map((text) => ({ ...inEveryAddressField(text), uri: 'x' }));
    for (const [index, { status, text }] of (await createAll(bare, bodies)).entries()) {
      assert.equal(status, 422, SCHEMES_IN_PATHS[index]);
      const { errors } = JSON.parse(text) as { errors: unknown[] };
      assert.equal(errors.length, ADDRESS_POINTERS.length - 1, text);
    }
  });

  test('has valid variants on the web, which are accepted and work', async () => {
    const answers = await createAll(bare, GOOD_WEB.map(inEveryAddressField));
    const visits = answers.flatMap((answer, index) => {
      assert.equal(answer.status, 201, `${GOOD_WEB[index]}: ${answer.text}`);
      return VISITORS.map((as) => ({ code: codeOf(answer), as, sent: GOOD_WEB[index] ?? '' }));
    });
    for (const [index, { status, headers, text }] of (await visitAll(bare.url, visits)).entries()) {
      const { sent = '', as } = visits[index] ?? {};
      const { href } = new URL(sent);
      if (as === 'preview') assert.ok(destinationsOf(bare.url, headers, text).includes(href), sent);
      else assert.deepEqual([status, headers.location, text], [302, href, ''], sent);
    }
  });

  test('has valid variants for apps, which are accepted and work', async () => {
    const bodies = GOOD_APPS.map((link) => {
      const route = { link, fallback: '' };
      return { uri: 'x', routes: { iphone: route, ipad: route, android: route } };
    });
    const visits = (await createAll(bare, bodies)).flatMap((answer, index) => {
      assert.equal(answer.status, 201, `${GOOD_APPS[index]}: ${answer.text}`);
      return (['iphone', 'ipad', 'android'] as const).map((as) => ({
        code: codeOf(answer),
        as,
        sent: GOOD_APPS[index] ?? '',
      }));
    });
    for (const [index, { status, headers, text }] of (await visitAll(bare.url, visits)).entries()) {
      const { code = '', sent = '' } = visits[index] ?? {};
      assert.equal(status, 200, sent);
      const destinations = destinationsOf(`${bare.url}/${code}`, headers, text);
      assert.ok(
        destinations
          .map((destination) => withoutCode(destination, code))
          .includes(new URL(sent).href),
        sent,
      );
    }
  });
});

/** A path with a segment that URL parsers resolve. */
const DOT_SEGMENT = /(?:^|\/)(?:\.|%2e){1,2}(?:[/?#]|$)/i;

/** Returns the destinations of all kinds of visitors for links created with these paths. */
async function destinationsOfPaths(
  service: Service,
  paths: readonly string[],
): Promise<{ path: string; address: string }[]> {
  const made = await createAll(
    service,
    paths.map((uri) => ({ uri })),
  );
  const visits = made.flatMap((answer: Got, index) => {
    const path = paths[index] ?? '';
    assert.equal(answer.status, 201, `${path}: ${answer.text}`);
    return VISITORS.map((as) => ({ code: codeOf(answer), as, path }));
  });
  const answers = await visitAll(service.url, visits);
  return visits.flatMap(({ code, path }, index) => {
    const { headers, text } = answers[index] as Got;
    const own = `${service.url}/${code}`;
    // A social preview contains the address of the link itself.
    const destinations = destinationsOf(own, headers, text).filter(
      (destination) => destination !== own,
    );
    return destinations.map((address) => ({ path, address }));
  });
}

/** Returns the address of an app without the code of the link. */
function withoutCode(address: string, code: string): string {
  return address.replace(new RegExp(`[?&]smartlink=${code}`), '');
}
