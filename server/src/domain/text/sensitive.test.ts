import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertCpuTimeOf } from '../../../test/worst-case/slowness.ts';
import { withoutSecrets } from './sensitive.ts';

const TOKEN = `sl_server_${'aB3'.repeat(13)}x`;

describe('withoutSecrets', () => {
  for (const [text, clean] of [
    [
      'nothing special: 12 of 30, at main.js:120:33',
      'nothing special: 12 of 30, at main.js:120:33',
    ],
    ['select $1::text, now()::date', 'select $1::text, now()::date'],
    ['node:internal/process/task_queues:105:5', 'node:internal/process/task_queues:105:5'],
    ['at 12:30:45 on 2026-11-24', 'at 12:30:45 on 2026-11-24'],
    [`the token ${TOKEN} is unknown`, 'the token … is unknown'],
    ['the secret whsec_bm90IGEgc2VjcmV0+/=', 'the secret …'],
    ['authorization: Bearer abcdef.ghijkl-mno', 'authorization: Bearer …'],
    ['postgres://app:pass%2Fword@db.example/x', 'postgres://…@db.example/x'],
    ['Key (email)=(ada.l+x@shop.example) exists', 'Key (email)=(…@…) exists'],
    ['GET https://shop.example/p?person=ada&x=1 failed', 'GET https://shop.example/p?… failed'],
    ['/H7kTq2Rb?utm_source=mail', '/H7kTq2Rb?…'],
    ['is it there? x = 1', 'is it there? x = 1'],
    ['connect ECONNREFUSED 203.0.113.77:5432', 'connect ECONNREFUSED 203.0.113…:5432'],
    ['from ::ffff:203.0.113.77', 'from 203.0.113…'],
    ['from 2001:db8:1:2:3:4:5:6', 'from 2001:db8:1…'],
    ['from [2001:db8::77]:443', 'from [2001:db8:0…]:443'],
  ] as const) {
    it(text, () => assert.equal(withoutSecrets(text), clean));
  }

  it('takes linear time for long texts', () => {
    assertCpuTimeOf(() => {
      for (const part of ['a:', '1.', '?', 'a@', 'sl_', '://a'])
        withoutSecrets(part.repeat(50_000));
    }, 2000);
  });
});
