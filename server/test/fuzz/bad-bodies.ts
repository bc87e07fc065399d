import { brotliCompressSync, gzipSync } from 'node:zlib';
import { words } from './bad-addresses.ts';

/** A body that is not read as JSON, or is not JSON, with the status and code of the response. */
export interface BadBody {
  readonly name: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: 400 | 413 | 415 | 422;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const bad = (
  name: string,
  body: string | Buffer,
  status: BadBody['status'] = 400,
  headers: Readonly<Record<string, string>> = JSON_TYPE,
): BadBody => ({ name, body, headers, status });

const GOOD = '{"uri":"a"}';
const encoded = (encoding: string, body: Buffer): BadBody =>
  bad(encoding, body, 415, { ...JSON_TYPE, 'content-encoding': encoding });

const NOT_JSON = words(`
  { } [ {"uri" {"uri":} {"uri":"a" {"uri":"a", {"uri":"a",} {'uri':'a'} {uri:"a"} {"uri":a} {"uri":"a"}}
  {"uri":"a"}{"uri":"b"} {"uri":"a"}x x uri=a <uri>a</uri> NaN Infinity undefined {"uri":01}
  {"uri":"a","redeem_limit":+1} {"uri":"a","redeem_limit":.5} {"uri":"a","redeem_limit":0x10}
  {"uri":"a","redeem_limit":NaN} {"uri":"a","metadata":{"a":1.}} {"uri":"\\x41"} {"uri":"\\u12"}
  {"uri":"a"/**/} {"uri":"a"}//x`);

const DUPLICATES = words(`
  {"uri":"a","uri":"b"} {"uri":"a","uri":"a"} {"uri":"a","\\u0075ri":"b"} {"\\u0075\\u0072i":"a","uri":"b"}
  {"uri":"a","metadata":{"a":1,"a":2}} {"uri":"a","metadata":{"a":1,"\\u0061":2}}
  {"uri":"a","metadata":{"a":[{"b":1,"b":1}]}} {"uri":"a","metadata":{"":1,"":2}}
  {"uri":"a","routes":{"web":{},"web":{}}} {"uri":"a","metadata":{"__proto__":1,"__proto__":2}}
  {"uri":"a","metadata":{"a\\\\":1,"a\\u005c":2}} {"uri":"a","metadata":{"🎁":1,"\\ud83c\\udf81":2}}`);

const WRONG_TYPES = [
  '',
  'application/json; charset=utf-16',
  'application/json; charset="iso-8859-1"',
  ...words(`
  text/plain text/html application/xml application/jsonp text/json */* x application/ ; json
  application/x-www-form-urlencoded multipart/form-data;boundary=x application/json5
  application/ld+json application/problem+json application/json,text/plain application/json/x
  application/json;charset=latin1 application/json;a=b;charset=ascii`),
];

export const BAD_BODIES: readonly BadBody[] = [
  ...NOT_JSON.map((text) => bad(text, text)),
  ...DUPLICATES.map((text) => bad(`duplicate: ${text}`, text)),
  bad('nothing', ''),
  bad('white space', ' \n\t'),
  bad('only a byte order mark', '\ufeff'),
  bad('two byte order marks', `\ufeff\ufeff${GOOD}`),
  bad('a control character in a string', '{"uri":"a\nb"}'),
  bad('NUL after the end', `${GOOD}\0`),
  bad('a no-break space', `\u00a0${GOOD}`),
  bad('invalid UTF-8', Buffer.from('{"uri":"\xff\xfe"}', 'latin1')),
  bad('an overlong UTF-8 slash', Buffer.from('{"uri":"\xc0\xaf"}', 'latin1')),
  bad('a surrogate in UTF-8', Buffer.from('{"uri":"\xed\xa0\x80"}', 'latin1')),
  bad('a character cut in half', Buffer.from('{"uri":"\xe2\x82"}', 'latin1')),
  bad('UTF-16', Buffer.from(`\ufeff${GOOD}`, 'utf16le')),
  bad('random bytes', Buffer.from(Array.from({ length: 500 }, (_, i) => (i * 97) % 256))),
  bad('thousands of brackets', '['.repeat(60_000)),
  bad('thousands of nested arrays', '['.repeat(30_000) + ']'.repeat(30_000), 422),
  bad('thousands of nested objects', '{"a":'.repeat(9000) + '1' + '}'.repeat(9000), 422),
  bad('one byte too many', JSON.stringify({ uri: 'a'.repeat(65_536 - 9) }), 413),
  bad('many bytes too many', 'x'.repeat(5_000_000), 413),
  bad('too many chunks', 'x'.repeat(70_000), 413, { ...JSON_TYPE, 'transfer-encoding': 'chunked' }),
  bad('no type', GOOD, 415, {}),
  bad('a wrong type, and too many bytes', 'x'.repeat(70_000), 415, {
    'content-type': 'text/plain',
  }),
  bad('neither type nor body', '', 400, {}),
  ...WRONG_TYPES.map((type) => bad(`type ${type}`, GOOD, 415, { 'content-type': type })),
];

export const BAD_ENCODINGS: readonly BadBody[] = [
  encoded('gzip', gzipSync(GOOD)),
  encoded('br', brotliCompressSync(GOOD)),
  encoded('deflate', Buffer.from(GOOD)),
  encoded('zstd', Buffer.from(GOOD)),
  encoded('gzip, identity', Buffer.from(GOOD)),
  encoded('nonsense', Buffer.from(GOOD)),
  // 50 MB in 50 KB, which must not be decompressed.
  encoded('gzip', gzipSync(Buffer.alloc(50_000_000))),
];

/** The same in valid forms. */
export const GOOD_BODIES: readonly (readonly [body: string | Buffer, type: string])[] = [
  ...words('application/json APPLICATION/JSON application/json;charset=utf-8').map(
    (type) => [GOOD, type] as const,
  ),
  [GOOD, 'application/json; charset="UTF-8"'],
  [GOOD, 'application/json ; charset=utf8'],
  [`\ufeff${GOOD}`, 'application/json'],
  [` \r\n\t${GOOD}\n`, 'application/json'],
  ['{"\\u0075ri":"a"}', 'application/json'],
  ['{"uri":"a","metadata":{"a":[{"a":1},{"a":1}]}}', 'application/json'],
  [`${GOOD}${' '.repeat(65_536 - GOOD.length)}`, 'application/json'],
];

/** Invalid values of `Authorization`; `token` is a valid token. */
export function badAuthorizations(token: string): string[] {
  const changed = token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a');
  const withSpaces = [
    ['', ' ', 'Token ', `Token\t${token}`, `Token "${token}"`, `Token token=${token}`],
    [`Basic ${token}`, `Basic ${Buffer.from(`${token}:`).toString('base64')}`, `OAuth ${token}`],
    [`Token ${token},`, `Token ${token} x`, `Token ${token}, Bearer ${token}`, `Token x ${token}`],
    [`Token "' or 1=1 --"`, `Token ${token}\u00a0`, 'Token \u00ff\u00fe'],
  ].flat();
  const credentials = words(`
    ${token}a ${token.slice(0, -1)} ${changed} ${token}= ${token}\0 ${token.toUpperCase()}
    ${token.toLowerCase()} ${token.replace('server', 'web')} ${token.replace('sl_', 'xx_')}
    sl_server_${'0'.repeat(40)} sl_root_${'0'.repeat(40)} null %00 ${'a'.repeat(10_000)}`);
  return [
    ...words(`Token Bearer ${token} Token${token} Token:${token} Token=${token}`),
    ...withSpaces,
    ...credentials.map((credential) => `Token ${credential.replace('\0', '%00')}`),
  ];
}
