import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import {
  AndroidAppSchema,
  AppleAppSchema,
  appleAppSiteAssociation,
  assetLinks,
  fingerprintIssues,
  HANDLE_ALL_URLS,
  type Association,
} from './association.ts';
import { CODE_ALPHABET, RESERVED_PATHS } from '../link/code.ts';
import { ownAddresses, visitSegment } from '../link/own-address.ts';
import { issuesOf } from '../text/schema.ts';

const A = Array.from({ length: 32 }, () => 'AA').join(':');
const B = Array.from({ length: 32 }, () => 'B9').join(':');
const NOTHING: Association = { apple: [], android: [] };
const SHOP: Association = {
  apple: [
    { team_id: 'ABCDE12345', bundle_id: 'com.shop.app' },
    { team_id: 'ABCDE12345', bundle_id: 'com.shop.pad' },
    { team_id: 'ABCDE12345', bundle_id: 'com.shop.app' },
  ],
  android: [
    { package: 'com.shop.app', sha256_cert_fingerprints: [A] },
    { package: 'com.shop.lite', sha256_cert_fingerprints: [B] },
    { package: 'com.shop.app', sha256_cert_fingerprints: [B, A] },
  ],
};

interface Rule {
  readonly '/': string;
  readonly exclude?: boolean;
}

const pathsOf = (linkPath: string, basePath = linkPath) => ({ linkPath, basePath });

function appleFile(linkPath: string, basePath = linkPath) {
  const text = appleAppSiteAssociation(SHOP, pathsOf(linkPath, basePath));
  return JSON.parse(text ?? '').applinks.details as {
    appIDs: string[];
    components: Rule[];
  }[];
}

function googleFile(linkPath: string) {
  return JSON.parse(assetLinks(SHOP, pathsOf(linkPath)) ?? '') as {
    relation: string[];
    target: Record<string, unknown>;
    relation_extensions: Record<string, { dynamic_app_link_components: Rule[] }>;
  }[];
}

/**
 * As Apple and Android document it: the first matching rule applies; without one, the path does not match.
 */
function opens(rules: readonly Rule[], path: string): boolean {
  const found = rules.find((rule) => {
    const pattern = rule['/'].replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('?', '.');
    return new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 's').test(path);
  });
  return found !== undefined && found.exclude !== true;
}

describe('apple-app-site-association', () => {
  it('lists each app once, in the order of the settings', () => {
    const [entry, ...more] = appleFile('');
    assert.deepEqual(more, []);
    assert.deepEqual(entry?.appIDs, ['ABCDE12345.com.shop.app', 'ABCDE12345.com.shop.pad']);
  });

  it('is undefined without apps', () => {
    assert.equal(appleAppSiteAssociation({ ...SHOP, apple: [] }, pathsOf('')), undefined);
    assert.equal(assetLinks(NOTHING, pathsOf('')), undefined);
  });

  it('of a host with 700 apps stays below 128 KB', () => {
    const bundle_id = (index: number): string => `${'x'.repeat(150)}.${index}`;
    const apple = Array.from({ length: 700 }, (_, index) => ({
      team_id: 'ABCDE12345',
      bundle_id: bundle_id(index),
    }));
    const text = appleAppSiteAssociation({ apple, android: [] }, pathsOf('/l')) ?? '';
    assert.ok(Buffer.byteLength(text) < 128 * 1024, `${Buffer.byteLength(text)} bytes`);
  });
});

describe('assetlinks.json', () => {
  it('has one statement for each app, with all its fingerprints', () => {
    assert.deepEqual(
      googleFile('').map(({ relation, target }) => ({ relation, target })),
      [
        ['com.shop.app', [A, B]],
        ['com.shop.lite', [B]],
      ].map(([package_name, sha256_cert_fingerprints]) => ({
        relation: [HANDLE_ALL_URLS],
        target: { namespace: 'android_app', package_name, sha256_cert_fingerprints },
      })),
    );
  });

  it('has the same rules as the file for Apple, under its relation', () => {
    for (const { relation_extensions: extensions } of googleFile('/l')) {
      assert.deepEqual(Object.keys(extensions), [HANDLE_ALL_URLS]);
      const rules = extensions[HANDLE_ALL_URLS]?.dynamic_app_link_components;
      assert.deepEqual(rules, appleFile('/l')[0]?.components);
    }
  });

  it('is undefined without apps', () => {
    assert.equal(assetLinks({ ...SHOP, android: [] }, pathsOf('')), undefined);
  });
});

for (const linkPath of ['', '/l', '/go/to']) {
  describe(`a phone that opens links under "${linkPath}/"`, () => {
    const rules = appleFile(linkPath)[0]?.components ?? [];

    it('leaves reserved paths to the browser', () => {
      for (const word of RESERVED_PATHS) {
        for (const path of [word, `${word}/`, `${word}/x`, `${word}/x/y`]) {
          assert.equal(opens(rules, `${linkPath}/${path}`), false, path);
        }
      }
      for (const path of ['/', linkPath, `${linkPath}/`]) {
        assert.equal(opens(rules, path), false, path);
      }
    });

    it('leaves all other paths to the browser', () => {
      for (const path of ['/l', '/lx/Xk4TqmPr', '/go/Xk4TqmPr', '/x/l/Xk4TqmPr']) {
        assert.equal(opens(rules, path), linkPath === '', path);
      }
    });

    // Without escapes: only the service itself reads `%762` as a reserved word.
    it('opens the app for exactly the segments that can be visits', () => {
      const letters = fc.constantFrom(...`${CODE_ALPHABET}aeiou.-_~`.split(''));
      const segment = fc.oneof(
        fc.string({ unit: letters, minLength: 1, maxLength: 33 }),
        fc.constantFrom(...RESERVED_PATHS),
      );
      fc.assert(
        fc.property(segment, fc.constantFrom('', '/'), (word, slash) => {
          const path = `${linkPath}/${word}${slash}`;
          assert.equal(opens(rules, path), visitSegment(path, linkPath) !== undefined);
        }),
      );
    });

    it('reads rules with a wildcard only at the end', () => {
      for (const { '/': pattern } of rules) assert.match(pattern, /^\/[^*?]*\??\*?$/);
    });

    it('finds links where the service publishes them', () => {
      const own = ownAddresses('https://api.example', `https://go.example${linkPath}`, []);
      const address = new URL(`${own.smartlinkBase}/Xk4TqmPr?from=mail#top`);
      assert.ok(opens(rules, address.pathname));
      assert.equal(own.linkPath, linkPath);
    });
  });
}

describe('a phone leaves the service to the browser', () => {
  for (const [linkPath, basePath] of [
    ['', '/links'],
    ['/l', '/l/api'],
  ] as const) {
    it(`at "${basePath}", with links under "${linkPath}/"`, () => {
      const rules = appleFile(linkPath, basePath)[0]?.components ?? [];
      for (const path of ['', '/', '/dashboard', '/dashboard/apps/1', '/v2/smartlinks']) {
        assert.equal(opens(rules, basePath + path), false, path);
      }
      for (const path of [`${linkPath}/Xk4TqmPr`, `${basePath}x`]) {
        assert.equal(opens(rules, path), true, path);
      }
    });
  }

  it('without rules for a path that no link can have', () => {
    for (const basePath of ['', '/links', '/lx']) {
      assert.deepEqual(appleFile('/l', basePath), appleFile('/l'));
    }
  });
});

describe('an app in the settings', () => {
  const apple = issuesOf(AppleAppSchema, []);
  const android = issuesOf(AndroidAppSchema, []);
  const team = { team_id: 'ABCDE12345', bundle_id: 'com.shop.app' };
  const shop = { package: 'com.shop.app', sha256_cert_fingerprints: [A] };

  const RIGHT: readonly [typeof apple, object][] = [
    [apple, team],
    [apple, { team_id: '0123456789', bundle_id: 'com.Shop-1.App' }],
    [android, shop],
    [android, { ...shop, package: 'com.shop_2.App' }],
    [android, { ...shop, sha256_cert_fingerprints: [A, B] }],
  ];
  for (const [issues, app] of RIGHT) {
    it(`accepts ${JSON.stringify(app).slice(0, 60)}`, () => assert.deepEqual(issues(app), []));
  }

  const WRONG: readonly [typeof apple, object, at: string][] = [
    [apple, { bundle_id: 'com.shop.app' }, '/team_id'],
    [apple, { ...team, team_id: 'abcde12345' }, '/team_id'],
    [apple, { ...team, team_id: 'ABCDE1234' }, '/team_id'],
    [apple, { ...team, bundle_id: 'com.shop app' }, '/bundle_id'],
    [apple, { ...team, bundle_id: '' }, '/bundle_id'],
    [apple, { ...team, bundle_id: 'x'.repeat(156) }, '/bundle_id'],
    [apple, { ...team, package: 'com.shop.app' }, '/package'],
    [android, { package: 'com.shop.app' }, '/sha256_cert_fingerprints'],
    [android, { ...shop, sha256_cert_fingerprints: [] }, '/sha256_cert_fingerprints'],
    [android, { ...shop, sha256_cert_fingerprints: A }, '/sha256_cert_fingerprints'],
    [android, { ...shop, package: 'shop' }, '/package'],
    [android, { ...shop, package: 'com.1shop' }, '/package'],
    [android, { ...shop, package: 'com.shop-app' }, '/package'],
    [android, { ...shop, package: '.com.shop' }, '/package'],
  ];
  for (const [issues, app, at] of WRONG) {
    it(`reports an error for ${JSON.stringify(app).slice(0, 60)} at ${at}`, () => {
      const found = issues(app).map(({ pointer }) => pointer);
      assert.deepEqual([...new Set(found)], [at]);
    });
  }
});

describe('a fingerprint', () => {
  const of = (text: unknown) => fingerprintIssues([{ sha256_cert_fingerprints: [text] }], '/apps');
  const mixed = `14:6D:${'E9:'.repeat(29)}0F`;

  it('is accepted in upper case with colons', () => assert.deepEqual(of(mixed), []));

  const COPIED = [
    mixed.toLowerCase(),
    mixed.replaceAll(':', ''),
    mixed.replaceAll(':', ' '),
    ` ${mixed}\n`,
    `SHA256: ${mixed}`,
    `\t SHA256: ${mixed.toLowerCase()}`,
    `SHA-256 certificate fingerprint: ${mixed}`,
  ];
  for (const text of COPIED) {
    it(`has a suggestion for ${JSON.stringify(text)}`, () => {
      assert.deepEqual(of(text), [
        { pointer: '/apps/0/sha256_cert_fingerprints/0', detail: `must be written "${mixed}"` },
      ]);
    });
  }

  const WRONG: readonly [string, RegExp][] = [
    ['', /must be 32 bytes/],
    [`${mixed}:AA`, /must be 32 bytes/],
    [mixed.slice(3), /must be 32 bytes/],
    [`${mixed.slice(0, -1)}G`, /must be 32 bytes/],
    [`SHA1: ${'AA:'.repeat(19)}AA`, /use the SHA-256 fingerprint/],
    ['com.shop.app', /must be 32 bytes/],
  ];
  for (const [text, detail] of WRONG) {
    it(`is rejected without a suggestion: ${JSON.stringify(text)}`, () => {
      assert.match(of(text)[0]?.detail ?? '', detail);
    });
  }

  it('has a pointer in its error; other types are left to the schema', () => {
    const apps = [
      null,
      'x',
      {},
      { sha256_cert_fingerprints: 5 },
      { sha256_cert_fingerprints: [5, 'x'] },
    ];
    assert.deepEqual(
      fingerprintIssues(apps, '/at').map(({ pointer }) => pointer),
      ['/at/4/sha256_cert_fingerprints/1'],
    );
  });
});
