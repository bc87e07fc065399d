import { words } from './bad-addresses.ts';

const LONG = `https://e.example/${'a'.repeat(2048)}`;
const ofLength = (count: number, char = 'a'): string =>
  `https://e.example/${char.repeat(count - 18)}`;
const ROUTES = words('web iphone ipad universal android');

/**
 * Puts `value` in every field of a request where it is invalid; returns the request and the
 * pointers.
 */
function wrongType(value: unknown, right: readonly string[]): readonly [object, ...string[]] {
  const places = words(
    '/uri /routes/web/link /routes/web/fallback /routes/ipad /unique /redeem_limit',
  );
  const body = {
    uri: value,
    routes: { web: { link: value, fallback: value }, ipad: value },
    unique: value,
    redeem_limit: value,
  };
  return [body, ...places.filter((place) => !right.includes(place))];
}

/** Requests to create a link, as values or as text, with the pointers of their errors. */
export const BAD_FIELDS: readonly (readonly [body: object | string, ...pointers: string[]])[] = [
  ...words('null true false 0 1.5 "x" [] [{"uri":"a"}]').map((text) => [text, ''] as const),
  [{}, '/uri'],
  ['{"URI":"a"}', '/uri', '/URI'],
  wrongType(null, []),
  wrongType(true, ['/unique']),
  wrongType(7, ['/redeem_limit']),
  wrongType([], []),
  wrongType({}, ['/routes/ipad']),
  wrongType('https://e.example', words('/uri /routes/web/link /routes/web/fallback')),
  [{ uri: 'a', routes: null, metadata: null }, '/routes', '/metadata'],
  [{ uri: 'a', routes: [], metadata: [] }, '/routes', '/metadata'],
  [{ uri: 'a', routes: 'web', metadata: 'x' }, '/routes', '/metadata'],
  [
    { uri: '', routes: { web: { link: '' }, ipad: { link: '' } } },
    '/uri',
    '/routes/web/link',
    '/routes/ipad/link',
  ],
  [{ uri: ofLength(2049) }, '/uri'],
  [{ uri: 'a'.repeat(2049) }, '/uri'],
  [{ uri: 'a'.repeat(50_000) }, '/uri'],
  [
    {
      uri: 'a',
      routes: { web: { link: LONG, fallback: LONG }, android: { link: LONG, fallback: LONG } },
    },
    ...words('/routes/web/link /routes/web/fallback /routes/android/link /routes/android/fallback'),
  ],
  [{ uri: ofLength(2049, '🎁') }, '/uri'],
  ...[0, -1, 1.5, 2_147_483_648, 2 ** 53, 1e99, '3', '', [1]].map(
    (limit) => [{ uri: 'a', redeem_limit: limit }, '/redeem_limit'] as const,
  ),
  ...words('1e400 -1e400 -0 1e-400 0.9999999999 2147483647.5 null {}').map(
    (limit) => [`{"uri":"a","redeem_limit":${limit}}`, '/redeem_limit'] as const,
  ),
  ...[0, 1, 'true', 'yes', null, []].map((unique) => [{ uri: 'a', unique }, '/unique'] as const),
  ...words('app://x foo:bar mailto:a@e.example market://x itms-apps://x').map(
    (link) => [{ uri: 'a', routes: { web: { link } } }, '/routes/web/link'] as const,
  ),
  ...words('app://x foo:bar mailto:a@e.example products/5 /x @web').map(
    (fallback) => [{ uri: 'a', routes: { ipad: { fallback } } }, '/routes/ipad/fallback'] as const,
  ),
  ...words('products/5 /x ?x #x x').map(
    (link) => [{ uri: 'a', routes: { ipad: { link } } }, '/routes/ipad/link'] as const,
  ),
  ...words('a:b a:b/c foo:bar mailto:a@e.example tel:1 C:/x').map(
    (uri) => [{ uri }, '/uri'] as const,
  ),
  [
    '{"uri":"a","__proto__":{"unique":true},"constructor":1,"toString":2,"":3,"a/b~":4}',
    ...words('/__proto__ /constructor /toString / /a~1b~0'),
  ],
  [
    '{"uri":"a","routes":{"__proto__":{},"constructor":{},"WEB":{},"web":{"__proto__":1,"Link":2,"":3}}}',
    ...words('/routes/__proto__ /routes/constructor /routes/WEB'),
    ...words('/routes/web/__proto__ /routes/web/Link /routes/web/'),
  ],
  // All errors at once: the response must list them all.
  [
    '{"uri":"javascript:x","unique":1,"redeem_limit":0,"redeemLimit":1,' +
      '"routes":{"ios":{},"web":{"link":"app://x","fallback":"data:,x","url":1},"ipad":[],"android":{"link":3}},' +
      '"metadata":{"a":true,"b":[null,{"c":{}}],"prototype":1,"n":1e400}}',
    ...words('/uri /unique /redeem_limit /redeemLimit /routes/ios /routes/web/link'),
    ...words('/routes/web/fallback /routes/web/url /routes/ipad /routes/android/link'),
    ...words('/metadata/a /metadata/b/0 /metadata/b/1/c /metadata/prototype /metadata/n'),
  ],
];

/** Values at the limits. */
export const GOOD_FIELDS: readonly (object | string)[] = [
  { uri: ofLength(2048) },
  { uri: 'a'.repeat(2048) },
  { uri: ofLength(2048, '🎁') },
  { uri: 'a', routes: { web: { link: ofLength(2048), fallback: ofLength(2048) } } },
  { uri: 'a', routes: {} },
  { uri: 'a', routes: Object.fromEntries(ROUTES.map((name) => [name, {}])) },
  { uri: 'a', metadata: {} },
  { uri: 'a', unique: false },
  { uri: 'a', redeem_limit: 1 },
  { uri: 'a', redeem_limit: 2_147_483_647 },
  '{"uri":"a","redeem_limit":1.0}',
  '{"uri":"a","redeem_limit":1e2}',
  '{"redeem_limit":3,"uri":"a"}',
];

/** Almost correct names, with the suggestion in the response. */
export const SUGGESTIONS: {
  readonly body: object;
  readonly details: Readonly<Record<string, RegExp>>;
} = {
  body: {
    uri: 'a',
    redeemLimit: 1,
    'redeem-limit': 1,
    RedeemLimits: 1,
    url: 'b',
    Unique: true,
    uniqe: true,
    route: {},
    meta_data: {},
    x: 1,
    routes: {
      iPhone: {},
      andriod: {},
      webb: {},
      Universal: {},
      ios: {},
      web: { falback: '', LINK: '' },
    },
  },
  details: {
    '/redeemLimit': /"redeem_limit"/,
    '/redeem-limit': /"redeem_limit"/,
    '/RedeemLimits': /"redeem_limit"/,
    '/url': /"uri"/,
    '/Unique': /"unique"/,
    '/uniqe': /"unique"/,
    '/route': /"routes"/,
    '/meta_data': /"metadata"/,
    '/x': /uri, routes, metadata, unique, redeem_limit/,
    '/routes/iPhone': /"iphone"/,
    '/routes/andriod': /"android"/,
    '/routes/webb': /"web"/,
    '/routes/Universal': /"universal"/,
    '/routes/ios': /web, iphone, ipad, universal, android/,
    '/routes/web/falback': /"fallback"/,
    '/routes/web/LINK': /"link"/,
  },
};
