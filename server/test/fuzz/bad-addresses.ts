/** A list in a text: entries are separated by spaces or line ends. */
export const words = (text: string): string[] => text.split(/[ \n]+/).filter((word) => word !== '');

/** Every scheme that the service must reject, and some of each family. */
export const REFUSED_SCHEMES = words(`
  javascript data vbscript file blob filesystem about view-source content intent android-app jar
  ws wss chrome chrome-extension chrome-error ms-settings ms-word ms-appinstaller
  feed shell jnlp itms-services search search-ms smb x-safari-https x-safari-http`);

/** Returns whether an address with this scheme runs code or reads files. */
export function isRefused(protocol: string): boolean {
  const scheme = protocol.replace(/:$/, '');
  return /^(?:chrome|ms-|moz-|x-safari-)/.test(scheme) || REFUSED_SCHEMES.includes(scheme);
}

const hex = (text: string): string => text.charCodeAt(0).toString(16);
/** The letters a to z in another block of Unicode. */
const shifted = (text: string, a: number): string =>
  text.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) - 97 + a));

/** Characters that some parser drops at any position. */
const DROPPED = ['\t', '\n', '\r', '\0', '\u00ad', '\u200b', '\u2060', '\ufeff', '\u202e'];

export const WHITE_SPACE = Array.from(
  ' \t\n\v\f\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a' +
    '\u2028\u2029\u202f\u205f\u3000\ufeff',
);

/** A scheme in every spelling that some program normalizes. */
export function spellings(scheme: string): string[] {
  const first = scheme.charAt(0);
  const rest = scheme.slice(1);
  const alternating = scheme.replace(
    /..?/g,
    (pair) => pair.charAt(0).toUpperCase() + pair.slice(1),
  );
  const plain = [scheme, scheme.toUpperCase(), alternating].flatMap((name) =>
    words(`${name}: ${name}:alert(1) ${name}://x/y ${name}:/x ${name}:%0aalert(1)`),
  );
  const escaped = words(`
    ${scheme}%3Aalert(1) ${scheme}%3a//x ${scheme}%253Aalert(1) %${hex(first)}${rest}:alert(1)
    %${hex(first)}${rest}%3aalert(1) ${first}%09${rest}:alert(1) ${first}%0A${rest}%3Aalert(1)
    %20${scheme}:alert(1) %00${scheme}:alert(1)`);
  const entities = words(`
    ${scheme}&colon;alert(1) ${scheme}&#58;alert(1) ${scheme}&#58alert(1) ${scheme}&#0000058;alert(1)
    ${scheme}&#x3a;alert(1) ${scheme}&#X3A;alert(1) ${scheme}&#x0003a;alert(1)
    &#${first.charCodeAt(0)};${rest}:alert(1) &#x${hex(first)};${rest}:alert(1)
    ${first}&Tab;${rest}:alert(1) ${first}&NewLine;${rest}&colon;alert(1)
    ${first}&#10;${rest}&colon;alert(1) &nbsp;${scheme}:alert(1)`);
  // Full-width, circled, bold, script and double-struck letters.
  const letters = [0xff41, 0x24d0, 0x1d41a, 0x1d4ea, 0x1d552].map((a) => shifted(scheme, a));
  const compatibility = [...letters, scheme.replace('s', '\u017f').replace('k', '\u212a')]
    .map((name) => `${name}:alert(1)`)
    .concat(words(`${scheme}\uff1aalert(1) ${scheme}\ufe55alert(1) ${scheme}\ufe13alert(1)`));
  const dropped = DROPPED.flatMap((char) => [
    `${char}${scheme}:alert(1)`,
    `${first}${char}${rest}:alert(1)`,
    `${scheme}${char}:alert(1)`,
  ]);
  const spaced = WHITE_SPACE.map((space) => `${space}${scheme}:alert(1)`);
  return [...plain, ...escaped, ...entities, ...compatibility, ...dropped, ...spaced];
}

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i));

/** Characters that are not allowed in an address. */
export const REFUSED_CHARACTERS = [
  ...range(0, 31),
  ...range(0x7f, 0x9f),
  ...words('\u2028 \u2029 \\ \u061c \u200e \u200f'),
  ...range(0x202a, 0x202e),
  ...range(0x2066, 0x2069),
  ...words('\u00ad \u034f \u180e \u200b \u2060 \ufeff \u{e0001} \u{e0061}'),
  ...words('\ud800 \udbff \udc00 \udfff \udf81\ud83c'),
];

/** Not an address of any form, in any field. */
export const MALFORMED = [
  'http://exa mple.com',
  ...words(`
  http: https: http:evil HTTPS:evil.com https:evil.com http:/evil.com http:///evil.com
  http:/\\evil.com https:\\\\evil.com https:\\evil http://\\evil http:// https:// http:///
  http://?x https://#x http://:80/ https:///x http://[::1 http://[x] http://e.example:99999
  http://e:port http://256.256.256.256 http://1.2.3.4.5 http://%00 http://a%2fb http://a|b
  //evil.com ///evil.com //evil.com/x //// /\\evil.com \\\\evil.com \\/x
  https://user@e.example https://user:word@e.example/x https://@e.example https://:@e.example
  https://:word@e.example HTTPS://U@E.EXAMPLE app://user@host/x app://@x app://u:p@x/y
  https://good.example@evil.example/x https://good.example%2f@evil.example
  https://good.example\\@evil.example https://good.example:443@evil.example https://a@b@e.example
  https://a%40b@e.example https://a%40e.example https://a\uff20e.example
  https://e.example\uff0fx@y.example https://good.example\uff0fevil
  http://e.example\uff03@evil.example/`),
];

/** Valid as a `uri`, because they are paths. */
export const PATHS = [
  'java script',
  ...words(`
  / /javascript:x /data:text/html,x a/javascript:alert(1) ?javascript:x #javascript:x
  ./javascript:x products/5 /products/5/ /a:b a/b:c javascript x?next=https://user@evil.example/
  %E2%82%AC %0d%0aSet-Cookie /%2e%2e/ ../../etc/passwd a//b a'b a"b <b> {} | ^ \` & &amp;x a%3Ab ~ *
  @user /@user/x user@e.example @web /:id products/:id
  продукты/5 製品/5 a/\u00e9 e\u0301 \u05e9\u05dc\u05d5\u05dd كتاب/٥ 🎁/5 ❤\ufe0f`),
];

/** Valid in every field with an http(s) address. */
export const WEB_ADDRESSES = words(`
  https://e.example http://e.example/ HTTPS://E.Example/X https://e.example:8443/x
  https://e.example/@user https://e.example/?a=b@c https://e.example/#a@b
  https://e.example/javascript:alert(1) https://e.example/?next=javascript:alert(1)
  https://bücher.example/straße https://e.example/製品?q=🎁 https://e.example./x
  https://[2001:db8::1]/x http://203.0.113.9/x https://e.example/%0d%0a https://e.example?x
  https://e.example#x https://e.example//x https://javascript.example/ https://data/x`);

/** The service's own address as other programs read it; `port` is its port. */
export function ownHosts(port: string): string[] {
  return words(`
    127.0.0.1 localhost LOCALHOST LocalHost localhost. 127.0.0.1. 0x7f.1 0X7F.0.0.1 0x7f000001
    2130706433 0177.0.0.1 017700000001 127.1 127.0.1 127.0.0.0x1 [::1] [0:0:0:0:0:0:0:1] [::0001]
    \uff11\uff12\uff17.0.0.1 127\u30020\u30020\u30021 \u24db\u24de\u24d2alhost loc%61lhost
    %31%32%37.0.0.1`).map((host) => `${host}:${port}`);
}

/** Paths that lead back to a visit. */
export const VISIT_PATHS = words('/abc /abc/ /abc?x=1 /abc#x /./abc /v2/../abc /%61bc');
