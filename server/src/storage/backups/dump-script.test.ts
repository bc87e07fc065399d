import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { portableScript, schemasIn } from './dump-script.ts';

async function read(text: string, size: number): Promise<string> {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const parts: Buffer[] = [];
  for await (const chunk of portableScript(chunks())) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

const SETTING = 'SET transaction_timeout = 0;\n';
const HEAD = 'SET lock_timeout = 0;\n';
const REST = `SET row_security = off;\n\nCREATE TABLE public.a (b text);\nCOPY public.a (b) FROM stdin;\nü\n${SETTING}\\.\n`;

describe('the script of a dump', () => {
  for (const size of [1, 7, 30, 1000]) {
    it(`has no setting of newer servers, read in chunks of ${size} bytes`, async () => {
      assert.equal(await read(HEAD + SETTING + REST, size), HEAD + REST);
      assert.equal(await read(SETTING + REST, size), REST);
      assert.equal(await read(HEAD + REST, size), HEAD + REST);
      assert.equal(await read(HEAD + SETTING, size), HEAD);
      assert.equal(await read('', size), '');
    });
  }
});

describe('the schemas of a dump', () => {
  it('are those that have tables of Smartlink', () => {
    const list = [
      ';     Dumped by pg_dump version: 15.18',
      '7; 2615 16390 SCHEMA - links postgres',
      '214; 1259 16391 TABLE links migrations postgres',
      '215; 1259 16392 TABLE links click_migrations postgres',
      '216; 1259 16393 TABLE two words click_migrations postgres',
      '217; 1259 16394 TABLE other links postgres',
      '3400; 0 16395 TABLE DATA third migrations postgres',
    ].join('\n');
    assert.deepEqual(schemasIn(list), ['links', 'two words']);
  });
});
