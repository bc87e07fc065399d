import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { BLOCK_LINKS, BlockSet } from './block.ts';
import { BlockBuilder } from './block-builder.ts';
import { fold } from './fold.ts';
import { exactCode, parseLinkQuery } from './link-query.ts';
import { isFound, type SearchedLink } from './searched-link.ts';
import { appTerm, LONG, termsOfLink, termsOfQuery } from './terms.ts';

const BASES = ['http://127.0.0.1:8080/l', 'https://Go.shop.example'];
const LINK: SearchedLink = {
  appId: 'app_1',
  code: 'Sale26',
  uri: 'https://shop.example/Straße?x=1',
  template: 'product',
  tags: ['spring', 'Großplakat'],
  externalId: 'SKU-4712/red',
  name: 'Poster ΟΔΟΣ',
  note: 'Ordered by Léa.\nUntil May.',
  social: '{"title":"Spring Sale","description":"Shoes"}',
  metadata: '{"coupon":"WEL\\u0043OME","list":["Läufer",{"deep":"Inner"}],"number":4711}',
};

describe('a search', () => {
  const FOUND = [
    'sale26',
    'sku-4712/RED',
    'SALE',
    'Go.shop.example/sale26',
    'https://go.shop.example/Sale26?utm=1',
    'HTTP://127.0.0.1:8080/l/sal',
    'STRASSE'.slice(0, 4),
    'STRAßE',
    'shop.example/stra',
    'plakat',
    'poster',
    'οδος',
    'ΟΔΟΣ',
    'léa',
    'le\u0301A',
    'until may',
    'spring sale',
    'welcome',
    'LÄUFER',
    'inner',
    ' sale ',
    'x=1',
  ];
  for (const text of FOUND) {
    it(`for ${JSON.stringify(text)} finds the link`, () => {
      const query = parseLinkQuery(text, BASES);
      assert.ok(query && isFound(LINK, query));
    });
  }
  const OTHERS = ['ale26', 'shoes', '4711', 'coupon', 'go.shop.example/ale', 'other', 'prodx'];
  for (const text of OTHERS) {
    it(`for ${JSON.stringify(text)} does not`, () => {
      const query = parseLinkQuery(text, BASES);
      assert.ok(query && !isFound(LINK, query));
    });
  }

  it('for nothing, or for the address of all links, is none', () => {
    for (const text of [' ', 'go.shop.example', 'https://go.shop.example/']) {
      assert.equal(parseLinkQuery(text, BASES), undefined);
    }
  });

  it('can be for a complete code or address', () => {
    for (const text of ['Sale26', 'https://GO.shop.example/Sale26/?a', '127.0.0.1:8080/l/Sale26']) {
      assert.equal(exactCode(text, BASES), 'Sale26', text);
    }
    // A host without a dot can be a code as well.
    assert.equal(exactCode('links', ['https://links']), 'links');
    for (const text of ['shop.example/Sale26', 'a', '']) {
      assert.equal(exactCode(text, BASES), undefined, text);
    }
  });
});

describe('the index of a search', () => {
  const words = fc.constantFrom(
    'spring',
    'SALE',
    'straße',
    'Σίγμας',
    'products/5',
    'é',
    'e\u0301',
    '🌷🌷🌷',
    'İstanbul',
  );
  const text = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.string({ maxLength: 12, unit: 'grapheme' }),
    words,
    fc.array(words, { maxLength: 3 }).map((all) => all.join(' ')),
  );
  const link = fc.record({
    appId: fc.constantFrom('app_1', 'app_2'),
    code: fc.stringMatching(/^[0-9A-Za-z]{4,8}$/),
    uri: text,
    template: fc.option(words, { nil: null }),
    tags: fc.array(text, { maxLength: 2 }),
    externalId: fc.option(text, { nil: null }),
    name: fc.option(text, { nil: null }),
    note: fc.option(text, { nil: null }),
    social: fc.option(
      text.map((title) => JSON.stringify({ title })),
      { nil: null },
    ),
    metadata: fc.option(
      fc.tuple(text, text).map(([a, b]) => JSON.stringify({ a, list: [{ b }] })),
      { nil: null },
    ),
  });

  it('has every link that a search finds', () => {
    fc.assert(
      fc.property(link, fc.oneof(text, fc.nat(40)), fc.nat(12), (one, part, length) => {
        // Often a part of one of its texts.
        const whole = `${one.name ?? ''}${one.uri}`;
        const typed = typeof part === 'string' ? part : whole.slice(part, part + length);
        const query = parseLinkQuery(typed, BASES);
        if (!query || !isFound(one, query)) return;
        const terms = termsOfQuery(query);
        const known = termsOfLink(one);
        assert.ok(known.has(appTerm(one.appId)));
        const has = (term: number): boolean => known.has(term);
        const byText = terms.text?.every((choice) => choice.some(has)) === true;
        assert.ok(byText || (terms.code !== undefined && known.has(terms.code)), typed);
      }),
      { numRuns: 3000 },
    );
  });

  it('excludes links without one of the characters, or without the pair of them', () => {
    const known = termsOfLink({ ...LINK, uri: 'ab', metadata: '{"icon":"🌷"}' });
    const mayHave = (typed: string): boolean => {
      const query = parseLinkQuery(typed, BASES);
      const terms = query && termsOfQuery(query);
      const byText = terms?.text?.every((choice) => choice.some((term) => known.has(term)));
      return byText === true || (terms?.code !== undefined && known.has(terms.code));
    };
    for (const typed of ['a', 'ab', 'sa', 'ß', 'oß', 'ßp', '🌷', 'Sp', '12', '-', 'οδ']) {
      assert.ok(mayHave(typed), typed);
    }
    for (const typed of ['%', 'q', 'ba', 'ße', 'ßa', '🌸', 'zz', '6', '26', 'σο']) {
      assert.ok(!mayHave(typed), typed);
    }
  });

  it('stores the links of a term as text, few or many', () => {
    const positions = fc.uniqueArray(fc.nat(BLOCK_LINKS - 1), { maxLength: 900 });
    fc.assert(
      fc.property(positions, positions, (first, second) => {
        const other = BlockSet.of(second);
        assert.deepEqual(
          BlockSet.parse(String(other)).positions(),
          second.toSorted((a, b) => a - b),
        );
        const common = first
          .filter((position) => second.includes(position))
          .toSorted((a, b) => a - b);
        const [kept, keptByText, all] = [
          BlockSet.of(first),
          BlockSet.of(first),
          BlockSet.of(first),
        ];
        kept.keep(other);
        keptByText.keepText(String(other));
        all.addAll(other);
        assert.deepEqual(kept.positions(), common);
        assert.deepEqual(keptByText.positions(), common);
        assert.equal(kept.isEmpty, common.length === 0);
        assert.deepEqual(
          all.positions(),
          [...new Set([...first, ...second])].toSorted((a, b) => a - b),
        );
      }),
      { numRuns: 200 },
    );
    assert.equal(String(new BlockSet()), '');
    const all = BlockSet.of(Array.from({ length: BLOCK_LINKS }, (_, position) => position));
    assert.equal(String(all).length, 683);
    assert.equal(BlockSet.parse(String(all)).positions().length, BLOCK_LINKS);
  });

  /** Characters without order; each `seed` gives others. */
  const noise = (seed: number, length: number, characters: number, first = 'a'): string => {
    let random = seed;
    return Array.from({ length }, () => {
      random = (random * 48271) % 2147483647;
      return String.fromCharCode(first.charCodeAt(0) + (random % characters));
    }).join('');
  };

  it('has all links whose long texts have the same terms', () => {
    const builder = new BlockBuilder();
    for (let position = 0; position < 500; position++) {
      const metadata = JSON.stringify({ noise: noise(position + 1, 4000, 12) });
      builder.add(position, { ...LINK, metadata });
    }
    const postings = new Map(builder.postings());
    assert.equal(postings.get(LONG), undefined);
    const links = postings.get(appTerm('app_1'));
    assert.equal(BlockSet.parse(links).positions().length, 500);
  });

  it('marks links with too many new terms, which every search of their app then checks', () => {
    const builder = new BlockBuilder();
    builder.add(0, LINK);
    builder.add(7, { ...LINK, metadata: JSON.stringify({ noise: noise(1, 9000, 26) }) });
    const postings = new Map(builder.postings());
    assert.deepEqual(BlockSet.parse(postings.get(LONG)).positions(), [7]);
    assert.deepEqual(BlockSet.parse(postings.get(appTerm('app_1'))).positions(), [0, 7]);
    const terms = [...postings.keys()];
    assert.deepEqual(
      terms,
      terms.toSorted((a, b) => a - b),
    );
  });

  it('marks all further links when the block is full', () => {
    const builder = new BlockBuilder();
    for (let position = 0; position < 300; position++) {
      builder.add(position, { ...LINK, note: noise(position + 1, 1500, 20_000, '一') });
    }
    const postings = new Map(builder.postings());
    const marked = BlockSet.parse(postings.get(LONG)).positions();
    assert.ok(marked.length > 0 && marked.length < 300, String(marked.length));
    assert.equal(marked.at(-1), 299);
  });
});

describe('a folded text', () => {
  it('has no differences of case and composition', () => {
    assert.equal(fold('E\u0301É'), fold('éE\u0301'));
    assert.equal(fold('ΟΔΟΣ'), fold('οδος'));
    assert.equal(fold('ABC'), 'abc');
  });
});
