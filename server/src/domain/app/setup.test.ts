import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Issue } from '../text/issue.ts';
import { parseJson } from '../text/json.ts';
import { ownAddresses } from '../link/own-address.ts';
import { readAppSetup, readSetup } from './setup.ts';
import { runToEnd } from '../text/steps.ts';

const parseSetup = (...input: Parameters<typeof readSetup>) => runToEnd(readSetup(...input));

const own = ownAddresses('https://api.example', 'https://go.example', []);

function issuesOf(value: unknown): readonly Issue[] {
  const parsed = parseJson(JSON.stringify(value));
  if ('issue' in parsed) assert.fail(parsed.issue.detail);
  const read = parseSetup(parsed.json.value, own);
  return 'issues' in read ? read.issues : [];
}

const app = (rest: object): object => ({ apps: [{ name: 'shop', ...rest }] });
const platform = (name: string, settings: unknown): object =>
  app({ platforms: { [name]: settings } });
const template = (pattern: unknown, routes: unknown = {}): object =>
  app({ templates: [{ name: 'product', pattern, routes }] });

describe('an apply file', () => {
  it('is read completely', () => {
    const file = {
      $schema: './setup.schema.json',
      apps: [
        {
          name: 'shop',
          platforms: {
            web: { base: 'https://shop.example' },
            iphone: { base: 'com.shop.app://', fallback: 'https://apps.apple.com/app/id1' },
            ipad: { enabled: false },
            android: { base: 'com.shop.app://', fallback: 'market://details?id=com.shop.app' },
          },
          templates: [
            {
              name: 'product',
              pattern: 'products/:id',
              routes: {
                web: { link: 'https://shop.example/p/:id' },
                iphone: { link: 'com.shop.app://product/:id', fallback: '@web' },
              },
            },
          ],
        },
        { name: 'other' },
      ],
    };
    const parsed = parseJson(JSON.stringify(file));
    assert.deepEqual('json' in parsed && parseSetup(parsed.json.value, own), { setup: file });
  });

  const RIGHT: readonly object[] = [
    { apps: [] },
    app({}),
    { apps: [{ name: 'a' }, { name: '9' }, { name: 'a-b-9' }, { name: 'a'.repeat(64) }] },
    app({ platforms: {}, templates: [] }),
    platform('web', {}),
    platform('web', { base: 'https://shop.example/app/' }),
    platform('web', { base: 'http://localhost:3000' }),
    platform('iphone', { base: 'com.shop.app://open/' }),
    platform('android', { base: 'https://shop.example', fallback: '' }),
    template('*rest', { web: { link: 'https://shop.example:8080/d/*rest?from=:rest#:rest' } }),
    template(':a/:b', { android: { link: 'shop://:a.:b', fallback: 'market://details?id=:a' } }),
    template('p', { web: {}, ipad: { fallback: '@web' }, iphone: { fallback: '' } }),
    template('p/:id', { android: { link: 'shop://p%3Ax/:id' } }),
  ];
  for (const file of RIGHT) {
    it(`accepts ${JSON.stringify(file)}`, () => assert.deepEqual(issuesOf(file), []));
  }
});

describe('an error in an apply file', () => {
  const LOOP = 'https://go.example/Xk4TqmPr';
  const WEB = '/apps/0/platforms/web';
  const ROUTES = '/apps/0/templates/0/routes';
  const WRONG: readonly [file: unknown, at: string, detail: RegExp][] = [
    [[], '', /^must be an object/],
    [{}, '/apps', /^is required$/],
    [{ apps: {} }, '/apps', /^must be an array/],
    [{ apps: ['shop'] }, '/apps/0', /^must be an object/],
    [{ apps: [{}] }, '/apps/0/name', /^is required$/],
    [{ app: [], apps: [] }, '/app', /did you mean "apps"/],
    [
      { apps: [{ name: 'Shop' }] },
      '/apps/0/name',
      /^must have only lowercase letters, digits and hyphens/,
    ],
    [
      { apps: [{ name: '-shop' }] },
      '/apps/0/name',
      /^must have only lowercase letters, digits and hyphens/,
    ],
    [
      { apps: [{ name: 'a'.repeat(65) }] },
      '/apps/0/name',
      /^must have only lowercase letters, digits and hyphens/,
    ],
    [{ apps: [{ name: 'a' }, { name: 'a' }] }, '/apps/1/name', /"a" is already .* at index 0/],
    [app({ template: [] }), '/apps/0/template', /did you mean "templates"/],
    [
      platform('desktop', {}),
      '/apps/0/platforms/desktop',
      /unknown field; known names are web, iphone/,
    ],
    [platform('web', 'https://shop.example'), WEB, /^must be an object/],
    [platform('web', { url: 'x' }), `${WEB}/url`, /unknown field/],
    [platform('web', { enabled: 'no' }), `${WEB}/enabled`, /^must be true or false/],
    [platform('web', { base: '' }), `${WEB}/base`, /^must not be empty$/],
    [
      platform('web', { base: 'shop.example' }),
      `${WEB}/base`,
      /must be an http\(s\) address on the web/,
    ],
    [platform('web', { base: 'com.shop.app://' }), `${WEB}/base`, /must be an http\(s\) address/],
    [platform('web', { base: 'https://' }), `${WEB}/base`, /must have a host/],
    [platform('web', { base: 'https://a@shop.example' }), `${WEB}/base`, /user info/],
    [platform('web', { base: 'https://shop.example?a' }), `${WEB}/base`, /a query or a fragment/],
    [platform('web', { base: 'https://shop.example#a' }), `${WEB}/base`, /a query or a fragment/],
    [platform('ipad', { base: 'javascript://' }), '/apps/0/platforms/ipad/base', /refused/],
    [platform('ipad', { base: 'http://' }), '/apps/0/platforms/ipad/base', /must have a host/],
    [
      platform('ipad', { base: 'mailto:a' }),
      '/apps/0/platforms/ipad/base',
      /must be "https:\/\/host/,
    ],
    [platform('web', { fallback: 'shop://x' }), `${WEB}/fallback`, /store address/],
    [
      platform('web', { fallback: '@web' }),
      `${WEB}/fallback`,
      /must be an http\(s\) address, an app store/,
    ],
    [platform('web', { fallback: LOOP }), `${WEB}/fallback`, /smart links of this service/],
    [template('p/:'), '/apps/0/templates/0/pattern', /a name is letters/],
    [template('p?q'), '/apps/0/templates/0/pattern', /must be a path/],
    [template(5), '/apps/0/templates/0/pattern', /^must be a string/],
    [template('p', null), ROUTES, /^must be an object, not null$/],
    [template('p', { tv: {} }), `${ROUTES}/tv`, /unknown field/],
    [template('p', { web: { link: '' } }), `${ROUTES}/web/link`, /^must not be empty$/],
    [template('p', { web: { link: 'shop://p' } }), `${ROUTES}/web/link`, /must be an http\(s\)/],
    [
      template('p', { web: { link: '/p' } }),
      `${ROUTES}/web/link`,
      /must be an http\(s\) address on the web/,
    ],
    [
      template('p', { web: { link: '@web' } }),
      `${ROUTES}/web/link`,
      /must be an http\(s\) address on the web/,
    ],
    [template('p', { web: { link: LOOP } }), `${ROUTES}/web/link`, /smart links of this service/],
    [
      template('p/:id', { web: { link: 'https://go.example/:id' } }),
      `${ROUTES}/web/link`,
      /smart links of this service/,
    ],
    [
      template('p/:id', { web: { link: 'https://shop.example/:ID' } }),
      `${ROUTES}/web/link`,
      /uses ":ID", but the pattern captures :id; write "%3A"/,
    ],
    [
      template('p', { ipad: { link: 'shop://p:x' } }),
      `${ROUTES}/ipad/link`,
      /uses ":x", but the pattern captures nothing/,
    ],
    [
      template('p/:id', { android: { link: 'https://:id.example/' } }),
      `${ROUTES}/android/link`,
      /must have a fixed scheme and host/,
    ],
    [
      template('p/:id', { android: { fallback: 'https://:id/' } }),
      `${ROUTES}/android/fallback`,
      /must have a fixed scheme and host/,
    ],
    [
      template('p/:id', { android: { link: ':id://p' } }),
      `${ROUTES}/android/link`,
      /must be absolute/,
    ],
    [
      template('p/:id', { android: { link: 'intent://p/:id#Intent;end' } }),
      `${ROUTES}/android/link`,
      /refused/,
    ],
    [
      template('p/:id', { android: { fallback: 'shop://:id' } }),
      `${ROUTES}/android/fallback`,
      /store address/,
    ],
  ];
  for (const [file, at, detail] of WRONG) {
    it(`is at ${at} in ${JSON.stringify(file).slice(0, 90)}`, () => {
      const issues = issuesOf(file);
      assert.deepEqual(
        issues.map((issue) => issue.pointer),
        [at],
      );
      assert.match(issues[0]?.detail ?? '', detail);
    });
  }

  it('does not hide another error', () => {
    const product = { name: 'product', pattern: 'products/:id', routes: {} };
    const file = {
      apps: [
        {
          name: 'shop',
          platforms: { web: { base: 'shop' }, ipad: { fallback: 'x', on: 1 }, tv: {} },
          templates: [
            product,
            { ...product, pattern: ':1' },
            {
              ...product,
              name: 'b',
              routes: { web: { link: 'https://:id' }, ipad: { link: ':x' } },
            },
            { name: 'C', routes: {} },
            'd',
          ],
        },
        { name: 'shop', platform: {} },
      ],
    };
    assert.deepEqual(
      issuesOf(file)
        .map((issue) => issue.pointer)
        .toSorted(),
      [
        '/apps/0/platforms/ipad/fallback /apps/0/platforms/ipad/on /apps/0/platforms/tv',
        '/apps/0/platforms/web/base /apps/0/templates/1/name /apps/0/templates/1/pattern',
        '/apps/0/templates/2/routes/ipad/link /apps/0/templates/2/routes/web/link',
        '/apps/0/templates/3/name /apps/0/templates/3/pattern /apps/0/templates/4',
        '/apps/1/name /apps/1/platform',
      ].flatMap((line) => line.split(' ')),
    );
  });
});

it('errors of a document about one app point into the document', () => {
  const one = { name: 'a', pattern: 'a', routes: {} };
  assert.deepEqual(runToEnd(readAppSetup({ templates: [one, one] }, 'shop', own)), {
    issues: [
      {
        pointer: '/templates/1/name',
        detail: '"a" is already the name of the entry at index 0',
      },
    ],
  });
});
