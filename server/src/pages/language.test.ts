import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { assertCpuTimeOf } from '../../test/worst-case/slowness.ts';
import { LANGUAGES } from '../domain/app/language.ts';
import { pickLanguage } from './language.ts';
import { TEXTS } from './text-of.ts';

describe('the language of a page', () => {
  const ASKED: readonly [asked: string | undefined, picked: string][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE-at', 'de'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
    ['en-GB,de;q=0.9', 'en'],
    ['sv,da;q=0.9,fr;q=0.8,en;q=0.7', 'fr'],
    ['sv', 'en'],
    ['en;q=0.5, ja;q=0.9', 'ja'],
    ['fr;q=0.5,de;q=0.5', 'fr'],
    ['*, ko;q=0.1', 'ko'],
    ['de;q=0', 'en'],
    ['de;q=0,es;q=0.001', 'es'],
    ['fr ; q = 0.3 , nl ; q=0.4', 'nl'],
    ['zh', 'zh'],
    ['zh-CN,zh;q=0.9', 'zh'],
    ['zh-SG', 'zh'],
    ['zh-TW,zh;q=0.9,en;q=0.8', 'zh-Hant'],
    ['zh-HK', 'zh-Hant'],
    ['zh-MO', 'zh-Hant'],
    ['zh-Hant-HK', 'zh-Hant'],
    ['zh-Hans-TW', 'zh'],
    ['de;q=2,es', 'es'],
    ['de;level=1,es;q=0.1', 'es'],
    ['de--AT,x,it', 'it'],
    ['__proto__,constructor,toString', 'en'],
    [`${'x,'.repeat(300)}de`, 'en'],
  ];
  for (const [asked, picked] of ASKED) {
    it(`${JSON.stringify(asked)?.slice(0, 60)}: ${picked}`, () =>
      assert.equal(pickLanguage(asked), picked));
  }

  it('is one of ours for every header', () => {
    const part = fc.oneof(
      fc.constantFrom(...LANGUAGES, '-', ',', ';', 'q=', '0.', '*', ' '),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 200 }), (parts) => {
        assert.ok(LANGUAGES.includes(pickLanguage(parts.join(''))));
      }),
    );
  });

  it('takes no longer to pick for a long header', () => {
    for (const text of ['a-', ' ', 'a;', 'a;q=0.1 ', ',', '*']) {
      const header = text.repeat(1_000_000);
      assertCpuTimeOf(() => pickLanguage(header), 100, text);
    }
  });
});

describe('the texts', () => {
  /** A text with a name, and without. */
  const variantsOf = (text: string): string[] => {
    const brackets = /\[([^[\]|]*)\|([^[\]|{}]*)\]/;
    return [text.replace(brackets, '$1'), text.replace(brackets, '$2')];
  };
  const namesIn = (text: string): string[] => (text.match(/\{[^}]*\}/g) ?? []).toSorted();

  for (const language of LANGUAGES) {
    it(`${language}: has every text of English, with the same names in it`, () => {
      const texts = TEXTS[language];
      assert.deepEqual(Object.keys(texts).toSorted(), Object.keys(TEXTS.en).toSorted());
      for (const key of Object.keys(TEXTS.en) as (keyof typeof texts)[]) {
        const [own, english] = [variantsOf(texts[key]), variantsOf(TEXTS.en[key])];
        assert.deepEqual(own.map(namesIn), english.map(namesIn), key);
        for (const text of own) {
          assert.match(text, /^\S(?:.*\S)?$/su, key);
          // Quotation marks and apostrophes are typographic, and there is no markup.
          assert.doesNotMatch(text, /[<>&"'[\]|]|[^\P{C}\n]/u, key);
        }
        if (language !== 'en') assert.notDeepEqual(own, english, key);
        assert.equal(namesIn(texts[key]).length, texts[key].includes('[') ? 1 : 0, key);
      }
    });
  }
});
