import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RESERVED_PATHS } from './code.ts';
import {
  isOwnVisitAddress,
  ownAddresses,
  ownCodeIn,
  ownVisitSegment,
  visitSegment,
  withLinkHosts,
  type OwnAddresses,
} from './own-address.ts';

const CODE = 'Xk4TqmPr';

describe('isOwnVisitAddress', () => {
  const own = ownAddresses('https://api.example', 'https://go.example', ['http://10.0.0.1:3000']);
  const LOOPS = [
    `https://go.example/${CODE}`,
    `https://go.example/${CODE}/`,
    `https://go.example/${CODE}?ref=mail#top`,
    `http://go.example/${CODE}`,
    `HTTPS://GO.EXAMPLE/${CODE}`,
    `https://go.example./${CODE}`,
    `https://go.example:443/${CODE}`,
    `http://go.example:80/${CODE}`,
    `http://go.example:443/${CODE}`,
    `https://g%6F.example/${CODE}`,
    `https://ｇｏ.example/${CODE}`,
    `https://go。example/${CODE}`,
    `https:\\\\go.example\\${CODE}`,
    `https://user@go.example/${CODE}`,
    `https://go.example/a/../${CODE}`,
    `https://go.example/./${CODE}`,
    `https://go.example/a/%2e%2E/${CODE}`,
    `https://go.example/\t${CODE}`,
    `https://go.example/%58k4TqmPr`,
    `https://api.example/${CODE}`,
    `http://10.0.0.1:3000/${CODE}`,
    `https://10.0.0.1:3000/${CODE}`,
    `http://167772161:3000/${CODE}`,
    `http://0xa.1:3000/${CODE}`,
  ];
  for (const address of LOOPS) {
    it(`is true for ${JSON.stringify(address)}`, () => {
      assert.equal(isOwnVisitAddress(new URL(address), own), true);
    });
  }

  const OTHERS = [
    'https://go.example',
    'https://go.example/',
    'https://go.example/?ref=mail',
    'https://go.example/docs',
    `https://go.example/v2/smartlinks/${CODE}`,
    `https://go.example/a/${CODE}`,
    `https://go.example:8443/${CODE}`,
    `https://www.go.example/${CODE}`,
    `https://go.example.else.example/${CODE}`,
    `https://shop.example/${CODE}`,
    `https://shop.example/?to=https://go.example/${CODE}`,
    `http://10.0.0.1/${CODE}`,
    `go.example://go.example/${CODE}`,
  ];
  for (const address of OTHERS) {
    it(`is false for ${address}`, () => {
      assert.equal(isOwnVisitAddress(new URL(address), own), false);
    });
  }
});

describe('links below a path', () => {
  const own = ownAddresses('https://shop.example', 'https://shop.example/l', []);

  it('are own addresses below that path', () => {
    assert.equal(own.linkPath, '/l');
    for (const path of [`/l/${CODE}`, `/l/${CODE}/`, `/a/../l/${CODE}`]) {
      assert.equal(isOwnVisitAddress(new URL(path, 'https://shop.example'), own), true, path);
    }
  });

  it('do not include other paths of the host', () => {
    for (const path of ['/l', '/l/', '/l/a/b', '/products/5', '/lx/y', '/sale', '/about-us']) {
      assert.equal(isOwnVisitAddress(new URL(path, 'https://shop.example'), own), false, path);
    }
  });
});

describe('links of a service that has only a path of a host', () => {
  const served = 'http://127.0.0.1:3000';
  const below = ownAddresses('https://shop.example/links', 'https://go.example', [served]);
  const oneHost = ownAddresses('https://shop.example/links', 'https://shop.example', []);
  const ofApps = withLinkHosts(ownAddresses('https://go.example/l', 'https://go.example/l', []), [
    'shop.example',
  ]);
  for (const [own, address, expected] of [
    [below, `https://shop.example/links/${CODE}`, true],
    [below, `https://shop.example//links/${CODE}/`, true],
    [below, `https://go.example/${CODE}`, true],
    [below, `${served}/${CODE}`, true],
    [below, `https://shop.example/${CODE}`, false],
    [below, 'https://shop.example/links', false],
    [below, 'https://shop.example/links/docs', false],
    [below, `https://shop.example/linksx/${CODE}`, false],
    [oneHost, `https://shop.example/${CODE}`, true],
    // The proxy may remove `/links`.
    [oneHost, `https://shop.example/links/${CODE}`, true],
    [oneHost, `https://shop.example/other/${CODE}`, false],
    [ofApps, `https://shop.example/l/${CODE}`, true],
    [ofApps, `http://shop.example/l/${CODE}?a=1`, true],
    [ofApps, `https://go.example/l/${CODE}`, true],
    [ofApps, 'https://shop.example/sale', false],
    [ofApps, 'https://go.example/sale', false],
  ] as const) {
    it(`${expected ? 'include' : 'do not include'} ${address}`, () => {
      assert.equal(isOwnVisitAddress(new URL(address), own), expected);
    });
  }
});

describe('ownCodeIn', () => {
  const local = ownAddresses('http://127.0.0.1:8080', 'http://127.0.0.1:8080', []);
  const served = ['http://127.0.0.1:8080'];
  const ofBase = ownAddresses('https://shop.example', 'https://shop.example/l', served);
  const own = withLinkHosts(ofBase, ['go.shop.example']);
  const CODES: readonly (readonly [
    text: string,
    code: string | undefined,
    addresses?: OwnAddresses,
  ])[] = [
    [CODE, CODE],
    ['%58k4TqmPr', CODE],
    [`${CODE}/`, CODE],
    [`${CODE}?utm_source=a/b#c/d`, CODE],
    [`https://shop.example/l/${CODE}`, CODE],
    [`HTTP://shop.example/l/${CODE}/?a=https://x.example/y#z`, CODE],
    [`shop.example/l/${CODE}`, CODE],
    [`https://go.shop.example/l/${CODE}`, CODE],
    [`http://localhost:8080/l/${CODE}`, CODE],
    [`http://127.0.0.1:8080/${CODE}`, CODE, local],
    [`localhost:8080/${CODE}`, CODE, local],
    // Pages of the website, and addresses of others.
    [`https://shop.example/products/${CODE}`, undefined],
    [`https://shop.example/${CODE}`, undefined],
    [`shop.example/products/${CODE}`, undefined],
    [`https://else.example/l/${CODE}`, undefined],
    [`https://shop.example:8443/l/${CODE}`, undefined],
    [`http://127.0.0.1:8081/${CODE}`, undefined, local],
    [`com.shop.app://l/${CODE}`, undefined],
    ['https://shop.example/l/', undefined],
    ['https://', undefined],
    [`/${CODE}`, undefined],
  ];
  for (const [text, code, addresses = own] of CODES) {
    it(`of ${text} is ${code ?? 'undefined'}`, () => {
      assert.equal(ownCodeIn(text, addresses), code);
    });
  }
});

describe('ownVisitSegment', () => {
  const own = ownAddresses('https://shop.example/app', 'https://shop.example/app/l', []);
  for (const [path, segment] of [
    [`/app/l/${CODE}`, CODE],
    // A proxy has removed the path of the API, or both paths.
    [`/l/${CODE}`, CODE],
    [`/${CODE}`, CODE],
    [`/x/${CODE}`, undefined],
    [`/app/${CODE}`, undefined],
    ['/l/docs', undefined],
  ] as const) {
    it(`of ${path} is ${segment ?? 'undefined'}`, () => {
      assert.equal(ownVisitSegment(path, own), segment);
    });
  }
});

describe('visitSegment', () => {
  const SEGMENTS: readonly (readonly [
    path: string,
    linkPath: string,
    segment: string | undefined,
  ])[] = [
    [`/${CODE}`, '', CODE],
    [`/${CODE}/`, '', CODE],
    ['/anything-at-all', '', 'anything-at-all'],
    ['/%58k4TqmPr', '', 'Xk4TqmPr'],
    ['/', '', undefined],
    ['//', '', undefined],
    [`//${CODE}`, '', undefined],
    [`/${CODE}//`, '', undefined],
    [`/a/${CODE}`, '', undefined],
    [`/l/${CODE}`, '/l', CODE],
    [`/l/${CODE}/`, '/l', CODE],
    // A proxy has removed the path.
    [`/${CODE}`, '/l', CODE],
    ['/l', '/l', undefined],
    ['/l/', '/l', undefined],
    [`/l/a/${CODE}`, '/l', undefined],
    [`/lx/${CODE}`, '/l', undefined],
    ['/l/docs', '/l', undefined],
    [`/go/l/${CODE}`, '/go/l', CODE],
    [`/go/${CODE}`, '/go/l', undefined],
    ...[...RESERVED_PATHS].map((word) => [`/${word}`, '', undefined] as const),
  ];
  for (const [path, linkPath, segment] of SEGMENTS) {
    const below = linkPath === '' ? '' : ` below ${linkPath}`;
    it(`of ${path}${below} is ${segment ?? 'undefined'}`, () => {
      assert.equal(visitSegment(path, linkPath), segment);
    });
  }

  it('is undefined for every path of the service', () => {
    for (const word of ['v2', 'client', 'manage', 'dashboard', 'health', 'metrics', 'docs']) {
      assert.equal(visitSegment(`/${word}/`, ''), undefined);
    }
    assert.equal(visitSegment('/openapi.json', ''), undefined);
    assert.equal(visitSegment('/.well-known', ''), undefined);
  });
});
