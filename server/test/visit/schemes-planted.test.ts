import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { PLATFORMS } from '../../src/domain/app/platform.ts';
import type { Routes } from '../../src/domain/link/route.ts';
import type { Got } from '../fuzz/client.ts';
import { proof, startService, type Service } from '../harness.ts';
import { VISITORS, type Visitor } from './agents.ts';
import { SPELLINGS } from './corpus/refused-schemes.ts';
import { TWISTED } from './corpus/twisted.ts';
import { isHarmless, leadsTo } from './leads-to.ts';
import { plantLinks } from './plant.ts';
import { visitAll } from './visits.ts';

const WEB = 'https://shop.example/w';
const STORE = 'https://apps.apple.com/app/id1';
const APP = 'com.shop.app://product/5';

interface Row {
  readonly routes: (bad: string) => Routes;
  /** Where the valid part leads: without it, the test would pass even if no link worked. */
  readonly still: Readonly<Partial<Record<Visitor, string>>>;
}

/** The positions of an invalid address in a row. */
const ROWS: Readonly<Record<string, Row>> = {
  'in every place': {
    routes: (bad) =>
      Object.fromEntries(PLATFORMS.map((name) => [name, { link: bad, fallback: bad }])),
    still: {},
  },
  'as every link': {
    routes: (bad) => ({
      web: { link: bad, fallback: WEB },
      iphone: { link: bad, fallback: STORE },
      ipad: { link: bad, fallback: WEB },
      android: { link: bad, fallback: STORE },
    }),
    still: { desktop: WEB, preview: WEB, iphone: STORE, ipad: WEB, android: STORE },
  },
  'as every fallback': {
    routes: (bad) => ({
      web: { link: APP, fallback: bad },
      iphone: { link: APP, fallback: bad },
      ipad: { link: WEB, fallback: bad },
      android: { link: APP, fallback: bad },
    }),
    still: { desktop: APP, iphone: APP, ipad: WEB, android: APP },
  },
  'beside and on universal': {
    routes: (bad) => ({
      web: { link: bad, fallback: bad },
      universal: { link: APP, fallback: bad },
    }),
    still: { iphone: APP, ipad: APP },
  },
};

describe('an invalid address in the database', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  test('is tested in every field that a page can link to', () => {
    const bad = 'javascript:alert(1)';
    const pages = [
      `<a href="${bad}">`,
      `<a href=" java&#10;script&colon;alert(1)">`,
      `<template><img src='${bad}'></template>`,
      `<svg><a xlink:href="${bad}">`,
      `<meta http-equiv="refresh" content="0; url='${bad}'">`,
      `<meta property="og:url" content="${bad}">`,
      `<meta name="apple-itunes-app" content="app-id=1, app-argument=${bad}">`,
      `<img srcset="x.png 1x, ${bad} 2x">`,
      `<iframe srcdoc="<a href=${bad}>">`,
      `<button data-href="${bad}" formaction="/x">`,
    ];
    for (const html of pages) {
      const ways = leadsTo('https://go.example/x', {}, html);
      assert.ok(ways.includes(bad), `${html}: ${ways.join()}`);
    }
    for (const headers of [{ location: bad }, { refresh: `0;url=${bad}` }, { link: `<${bad}>` }]) {
      assert.deepEqual(leadsTo('https://go.example/x', headers, ''), [bad]);
    }
    assert.deepEqual(leadsTo('https://go.example/x', {}, '<a href="y"><b class="z" title="z">'), [
      'https://go.example/y',
    ]);
  });

  for (const [name, { routes, still }] of Object.entries(ROWS)) {
    test(`${name} has no effect if its scheme is refused`, async (t) => {
      // The first row is empty where the others are invalid.
      const [empty = '', ...codes] = await plantLinks(service, ['', ...SPELLINGS].map(routes));
      const usual = await visitAll(
        service.url,
        VISITORS.map((as) => ({ code: empty, as })),
      );
      for (const [index, as] of VISITORS.entries()) {
        const { headers, text } = usual[index] as Got;
        // A social preview contains the address of the link itself.
        const ways = leadsTo(service.url, headers, text).filter(
          (way) => way !== `${service.url}/${empty}`,
        );
        const expected = still[as];
        if (expected === undefined) assert.deepEqual(ways, [], as);
        else
          assert.ok(
            ways.map((way) => way.split('?')[0]).includes(expected),
            `${as}: ${ways.join()}`,
          );
        assert.ok(ways.every(isHarmless), `${as}: ${ways.join()}`);
      }
      // If all fields are invalid, all visitors are tested; otherwise two of the five in turn.
      const all = proof || name === 'in every place';
      const visits = codes.flatMap((code, index) =>
        VISITORS.filter((_, turn) => all || (index + turn) % VISITORS.length < 2).map((as) => ({
          code,
          as,
          spelling: JSON.stringify(SPELLINGS[index]),
        })),
      );
      for (const [index, answer] of (await visitAll(service.url, visits)).entries()) {
        const { code, as, spelling } = visits[index] as (typeof visits)[number];
        const expected = comparable(usual[VISITORS.indexOf(as)] as Got, empty);
        assert.deepEqual(comparable(answer, code), expected, `${spelling} for ${as}`);
      }
      t.diagnostic(`${SPELLINGS.length} spellings, ${visits.length} visits`);
    });
  }

  test('leads only to harmless addresses if it is distorted', async () => {
    const rows = Object.values(ROWS).flatMap(({ routes }) => TWISTED.map(routes));
    const codes = await plantLinks(service, rows);
    const visits = codes.flatMap((code) => VISITORS.map((as) => ({ code, as })));
    for (const [index, { headers, text }] of (await visitAll(service.url, visits)).entries()) {
      const ways = leadsTo(service.url, headers, text);
      const row = JSON.stringify(rows[Math.floor(index / VISITORS.length)]);
      assert.ok(ways.every(isHarmless), `${row}: ${ways.join()}`);
    }
  });
});

/** Headers that differ between equal responses. */
const OWN = new Set('date content-length connection keep-alive'.split(' '));

/** A response without its own headers and code. */
function comparable({ status, headers, text }: Got, code: string): object {
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.has(name))),
    page: text.replaceAll(code, 'code'),
  };
}
