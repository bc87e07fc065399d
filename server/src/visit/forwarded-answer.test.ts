import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answer } from './answer.ts';
import { forwardedAnswer } from './forwarded.ts';

const WEB = 'https://shop.example/p/5';
const SENT = `${WEB}?a=1`;
const STORE = 'https://apps.apple.com/app/id1';
const [app, tablet] = ['shop://p/5', 'ipad'] as const;

describe('the query of a visit, in its answer', () => {
  const ADDED: readonly [from: Answer, to: Answer][] = [
    [
      { kind: 'redirect', to: WEB },
      { kind: 'redirect', to: SENT },
    ],
    [
      { kind: 'open-app', app, fallback: WEB, web: undefined },
      { kind: 'open-app', app, fallback: SENT, web: undefined },
    ],
    [
      { kind: 'open-app', app, fallback: STORE, web: WEB },
      { kind: 'open-app', app, fallback: STORE, web: SENT },
    ],
    [
      { kind: 'get-app', store: STORE, web: WEB },
      { kind: 'get-app', store: STORE, web: SENT },
    ],
    [
      { kind: 'probe', tablet, app, web: WEB },
      { kind: 'probe', tablet, app, web: SENT },
    ],
    [
      { kind: 'probe', tablet, app: WEB, web: undefined },
      { kind: 'probe', tablet, app: SENT, web: undefined },
    ],
  ];
  for (const [from, to] of ADDED) {
    it(`is added to web addresses: ${JSON.stringify(from)}`, () => {
      assert.deepEqual(forwardedAnswer(from, '?a=1'), to);
    });
  }

  const SAME: readonly Answer[] = [
    { kind: 'redirect', to: STORE },
    { kind: 'redirect', to: `${WEB}?a=2` },
    { kind: 'open-app', app, fallback: undefined, web: undefined },
    { kind: 'open-app', app, fallback: STORE, web: undefined },
    { kind: 'open-app', app, fallback: 'market://details?id=a', web: undefined },
    { kind: 'get-app', store: STORE, web: undefined },
    { kind: 'probe', tablet, app, web: 'shop-mac://p/5' },
    { kind: 'preview', card: { title: 'Shop' }, web: WEB },
    { kind: 'no-route' },
  ];
  for (const answer of SAME) {
    it(`changes nothing: ${JSON.stringify(answer)}`, () => {
      assert.equal(forwardedAnswer(answer, '?a=1'), answer);
    });
  }
});
