import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { templateIssues } from '../app/template-issues.ts';
import { parseLinkChange } from '../link/link-change.ts';
import { ownAddresses } from '../link/own-address.ts';
import { parseJson } from '../text/json.ts';

const own = ownAddresses('https://api.example', 'https://go.example', []);
const OK = { web: { link: 'https://shop.example/' } };

/** The errors of rules of a link: pointer and text, one line each. */
function issues(rules: unknown): string[] {
  const parsed = parseJson(JSON.stringify({ rules }));
  assert.ok('json' in parsed);
  const read = parseLinkChange(parsed.json, own);
  return 'issues' in read ? read.issues.map(({ pointer, detail }) => `${pointer} ${detail}`) : [];
}

describe('the rules of a link', () => {
  const RULE = { when: { language: ['de'] }, routes: OK };
  const withWhen = (when: unknown) => [{ when, routes: OK }];
  const withRoutes = (routes: unknown) => [{ when: { language: ['de'] }, routes }];

  const VALID: readonly unknown[] = [
    null,
    [],
    [RULE],
    [{ ...RULE, name: 'German' }],
    withWhen({
      language: ['de', 'pt-BR', 'zh-Hant', 'zh-Hant-TW', 'es-419'],
      country: ['DE'],
      time: { from: '2026-01-01T00:00:00Z', until: '2026-01-01T00:00:01Z' },
      percent: { from: 0, below: 100 },
      query: [{ name: 'a', values: [''] }, { name: 'b' }],
      app_version: { from: '5', below: '5.0.0.1' },
    }),
    withRoutes({ iphone: { skip_page: true }, web: { fallback: '' } }),
    Array.from({ length: 20 }, () => RULE),
  ];
  for (const rules of VALID) {
    it(`can be ${JSON.stringify(rules).slice(0, 80)}`, () => {
      assert.deepEqual(issues(rules), []);
    });
  }

  const INVALID: readonly [rules: unknown, ...issues: string[]][] = [
    ['x', '/rules must be an array, not a string'],
    [[7], '/rules/0 must be an object, not a number'],
    [[{}], '/rules/0/when is required', '/rules/0/routes is required'],
    [[{ ...RULE, if: {} }], '/rules/0/if unknown field; known names are name, when, routes'],
    [[{ ...RULE, name: ' x' }], '/rules/0/name begins or ends with white space'],
    [
      withWhen({}),
      '/rules/0/when must have at least one condition; a rule for everyone is the routes of the link',
    ],
    [
      withWhen({ langauge: ['de'] }),
      '/rules/0/when/langauge unknown field; did you mean "language"?',
    ],
    [
      withWhen({ language: ['DE'] }),
      '/rules/0/when/language/0 must be a language such as "de", "pt-BR" or "zh-Hant"',
    ],
    [withWhen({ language: [] }), '/rules/0/when/language must not be empty'],
    [
      withWhen({ country: ['de'] }),
      '/rules/0/when/country/0 must be the code of a country, such as "DE"',
    ],
    [withWhen({ country: ['DE', 'DE'] }), '/rules/0/when/country must not have duplicate entries'],
    [withWhen({ time: {} }), '/rules/0/when/time must have "from" or "until"'],
    [
      withWhen({ time: { from: '2026-02-30T00:00:00Z' } }),
      '/rules/0/when/time/from is a date that does not exist',
    ],
    [
      withWhen({ time: { from: '2026-01-01T02:00:00+02:00', until: '2026-01-01T00:00:00Z' } }),
      '/rules/0/when/time/until must be later than "from"',
    ],
    [
      withWhen({ percent: { from: 30, below: 30 } }),
      '/rules/0/when/percent/below must be higher than "from"',
    ],
    [withWhen({ percent: { below: 101 } }), '/rules/0/when/percent/below must be <= 100'],
    [
      withWhen({ percent: { below: 0.5 } }),
      '/rules/0/when/percent/below must be a whole number, not a fraction',
      '/rules/0/when/percent/below must be >= 1',
    ],
    [
      withWhen({ query: [{ name: 'a' }, { name: 'a' }] }),
      '/rules/0/when/query/1/name is the name of another condition',
    ],
    [
      withWhen({ query: [{ name: 'a\u202e' }] }),
      '/rules/0/when/query/0 contains a character that changes the direction of text',
    ],
    [
      withWhen({ app_version: { from: '5.0', below: '5' } }),
      '/rules/0/when/app_version/below must be higher than "from"',
    ],
    [
      withWhen({ app_version: { from: 'v5' } }),
      '/rules/0/when/app_version/from must be up to four numbers with dots, such as "5.2" or "5.2.1"',
    ],
    [
      withRoutes({}),
      '/rules/0/routes must name at least one platform; otherwise the rule changes nothing',
    ],
    [withRoutes({ web: {} }), '/rules/0/routes/web must have a link, a fallback or skip_page'],
    [
      withRoutes({ web: { link: 'javascript:alert(1)' } }),
      '/rules/0/routes/web/link must not have the scheme "javascript:", which can run code or read data',
    ],
    [
      withRoutes({ web: { link: 'shop://p' } }),
      '/rules/0/routes/web/link must be an http(s) address on the web platform',
    ],
    [
      withRoutes({ web: { link: 'https://go.example/H7kTq2Rb' } }),
      '/rules/0/routes/web/link points to smart links of this service, which would cause a redirect loop',
    ],
    [Array.from({ length: 21 }, () => RULE), '/rules must have at most 20 entries'],
  ];
  for (const [rules, ...found] of INVALID) {
    it(`cannot be ${JSON.stringify(rules).slice(0, 90)}`, () => {
      const [first = ''] = found;
      // The text of a refused scheme has tests of its own.
      if (first.includes('javascript'))
        assert.match(issues(rules).join('\n'), /^\/rules\/0\/routes\/web\/link /);
      else assert.deepEqual(issues(rules), found);
    });
  }

  it('have a maximum length together', () => {
    const long = { web: { link: `https://shop.example/${'x'.repeat(1900)}` } };
    const rules = Array.from({ length: 9 }, () => ({ ...RULE, routes: long }));
    assert.match(
      issues(rules).join(),
      /^\/rules must have at most 16384 characters as JSON, not \d+$/,
    );
  });
});

describe('the rules of a template', () => {
  const template = (rules: unknown) => ({
    name: 'product',
    pattern: 'products/:id',
    routes: {},
    rules,
  });
  const found = (rules: unknown): string[] =>
    templateIssues(template(rules), '', own).map(({ pointer, detail }) => `${pointer} ${detail}`);
  const when = { language: ['de'] };

  it('can use captured names and @web', () => {
    const routes = { web: { link: 'https://shop.example/de/:id' }, iphone: { fallback: '@web' } };
    assert.deepEqual(found([{ when, routes }]), []);
  });

  it('have the errors of the routes of a template', () => {
    const unknown = found([{ when, routes: { web: { link: 'https://shop.example/:sku' } } }]);
    assert.deepEqual(unknown, [
      '/rules/0/routes/web/link uses ":sku", but the pattern captures :id; write "%3A" for a literal colon',
    ]);
    const host = found([{ when, routes: { web: { link: 'https://:id/' } } }]);
    assert.match(host.join(), /^\/rules\/0\/routes\/web\/link must have a fixed scheme and host/);
    assert.match(
      found([{ when: {}, routes: {} }]).join('\n'),
      /^\/rules\/0\/when .*\n\/rules\/0\/routes /,
    );
  });
});
