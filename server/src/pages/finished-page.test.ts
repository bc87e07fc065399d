import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LOOK, PAGES, view } from '../../test/pages/samples.ts';
import { LANGUAGES } from '../domain/app/language.ts';
import { finishedPage } from './finished-page.ts';

describe('a finished page', () => {
  for (const [name, make] of Object.entries(PAGES)) {
    it(`${name}: has the bytes, the length and the headers of the page`, () => {
      for (const language of LANGUAGES) {
        const made = make(view({ ...LOOK, title: '家 🏠 é' }, language));
        const { status, headers, body } = finishedPage(410, made);
        assert.equal(status, 410);
        assert.deepEqual(Buffer.from(body, 'latin1'), Buffer.from(made.html));
        const pairs = headers.flatMap((text, at) => (at % 2 ? [] : [[text, headers[at + 1]]]));
        assert.deepEqual(Object.fromEntries(pairs), {
          ...made.headers,
          'content-length': String(Buffer.byteLength(made.html)),
        });
      }
    });
  }
});
