import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { PLATFORMS } from '../../src/domain/app/platform.ts';
import type { Routes } from '../../src/domain/link/route.ts';
import type { Got } from '../fuzz/client.ts';
import { proof, startService, type Service } from '../harness.ts';
import { VISITORS, type Visitor } from './agents.ts';
import { SPELLINGS } from './corpus/refused-schemes.ts';
import { TWISTED } from './corpus/twisted.ts';
import { isHarmless, destinationsOf } from './destinations.ts';
import { plantLinks } from './plant.ts';
import { visitAll } from './visits.ts';

const WEB = 'https://shop.example/w';
const STORE = 'https://apps.apple.com/app/id1';
const APP = 'com.shop.app://product/5';

interface Row {
  readonly routes: (bad: string) => Routes;
  /** The destinations of the valid fields. They show that the other links work. */
  readonly validDestinations: Readonly<Partial<Record<Visitor, string>>>;
}

/** Which fields of a row contain the invalid address. */
const ROWS: Readonly<Record<string, Row>> = {
  'in every field': {
    routes: (bad) =>
      Object.fromEntries(PLATFORMS.map((name) => [name, { link: bad, fallback: bad }])),
    validDestinations: {},
  },
  'as every link': {
    routes: (bad) => ({
      web: { link: bad, fallback: WEB },
      iphone: { link: bad, fallback: STORE },
      ipad: { link: bad, fallback: WEB },
      android: { link: bad, fallback: STORE },
    }),
    validDestinations: { desktop: WEB, preview: WEB, iphone: STORE, ipad: WEB, android: STORE },
  },
  'as every fallback': {
    routes: (bad) => ({
      web: { link: APP, fallback: bad },
      iphone: { link: APP, fallback: bad },
      ipad: { link: WEB, fallback: bad },
      android: { link: APP, fallback: bad },
    }),
    validDestinations: { desktop: APP, iphone: APP, ipad: WEB, android: APP },
  },
  'beside and on universal': {
    routes: (bad) => ({
      web: { link: bad, fallback: bad },
      universal: { link: APP, fallback: bad },
    }),
    validDestinations: { iphone: APP, ipad: APP },
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
      const destinations = destinationsOf('https://go.example/x', {}, html);
      assert.ok(destinations.includes(bad), `${html}: ${destinations.join()}`);
    }
    for (const headers of [{ location: bad }, { refresh: `0;url=${bad}` }, { link: `<${bad}>` }]) {
      assert.deepEqual(destinationsOf('https://go.example/x', headers, ''), [bad]);
    }
    assert.deepEqual(
      destinationsOf('https://go.example/x', {}, '<a href="y"><b class="z" title="z">'),
      ['https://go.example/y'],
    );
  });

  for (const [name, { routes, validDestinations }] of Object.entries(ROWS)) {
    test(`${name} has no effect if its scheme is refused`, async (t) => {
      // The first row has an empty text in place of the invalid address.
      const [empty = '', ...codes] = await plantLinks(service, ['', ...SPELLINGS].map(routes));
      const usual = await visitAll(
        service.url,
        VISITORS.map((as) => ({ code: empty, as })),
      );
      for (const [index, as] of VISITORS.entries()) {
        const { headers, text } = usual[index] as Got;
        // A social preview contains the address of the link itself.
        const destinations = destinationsOf(service.url, headers, text).filter(
          (destination) => destination !== `${service.url}/${empty}`,
        );
        const expected = validDestinations[as];
        if (expected === undefined) assert.deepEqual(destinations, [], as);
        else
          assert.ok(
            destinations.map((destination) => destination.split('?')[0]).includes(expected),
            `${as}: ${destinations.join()}`,
          );
        assert.ok(destinations.every(isHarmless), `${as}: ${destinations.join()}`);
      }
      // If all fields are invalid, the short version tests all visitors; otherwise two of the five
      // in turn.
      const all = proof || name === 'in every field';
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
      const destinations = destinationsOf(service.url, headers, text);
      const row = JSON.stringify(rows[Math.floor(index / VISITORS.length)]);
      assert.ok(destinations.every(isHarmless), `${row}: ${destinations.join()}`);
    }
  });
});

/** Headers that differ between equal responses. */
const OWN = new Set('date content-length connection keep-alive'.split(' '));

/** A response without the headers and the code that differ between equal responses. */
function comparable({ status, headers, text }: Got, code: string): object {
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.has(name))),
    // A QR code contains the code, too.
    page: text.replaceAll(code, 'code').replace(/(<path stroke="#000" d=)"[^"]+"/, '$1""'),
  };
}
