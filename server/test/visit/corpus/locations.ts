const BASE = 'https://shop.example/';

/** Accepted addresses and the header that each must cause, written by hand. */
export const WRITTEN: readonly (readonly [sent: string, header: string])[] = [
  // Hosts in other alphabets and unusual notations.
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://BÜCHER.example', 'https://xn--bcher-kva.example/'],
  ['https://faß.example/', 'https://xn--fa-hia.example/'],
  ['https://例え.example/x', 'https://xn--r8jz45g.example/x'],
  ['https://παράδειγμα.example/', 'https://xn--hxajbheg2az3al.example/'],
  ['https://مثال.example/', 'https://xn--mgbh0fb.example/'],
  ['https://☃.example/', 'https://xn--n3h.example/'],
  ['https://💩.example/', 'https://xn--ls8h.example/'],
  ['https://xn--bcher-kva.example/', 'https://xn--bcher-kva.example/'],
  ['https://ｓｈｏｐ.example/', 'https://shop.example/'],
  ['https://ⓢⓗⓞⓟ.example/', 'https://shop.example/'],
  ['https://shop。example/', 'https://shop.example/'],
  ['https://%73hop.example/', 'https://shop.example/'],
  ['https://SHOP.Example/Case', 'https://shop.example/Case'],
  ['https://shop.example./', 'https://shop.example./'],
  ['HTTP://shop.example', 'http://shop.example/'],
  ['http://0x7f.1:9/x', 'http://127.0.0.1:9/x'],
  ['http://2130706433:9/x', 'http://127.0.0.1:9/x'],
  ['http://0xcb.0.113.9/', 'http://203.0.113.9/'],
  ['http://[2001:DB8:0:0::1]/', 'http://[2001:db8::1]/'],
  ['http://[::ffff:203.0.113.9]:8080/x', 'http://[::ffff:cb00:7109]:8080/x'],
  ['https://shop.example:443/', 'https://shop.example/'],
  ['http://shop.example:80/', 'http://shop.example/'],
  ['https://shop.example:00080/', 'https://shop.example:80/'],
  ['https://shop.example:65535/', 'https://shop.example:65535/'],
  // Paths, queries and fragments.
  [`${BASE}straße/é?ü=ß#ö`, `${BASE}stra%C3%9Fe/%C3%A9?%C3%BC=%C3%9F#%C3%B6`],
  [`${BASE}製品/5`, `${BASE}%E8%A3%BD%E5%93%81/5`],
  [`${BASE}🎁?🎁#🎁`, `${BASE}%F0%9F%8E%81?%F0%9F%8E%81#%F0%9F%8E%81`],
  [`${BASE}e\u0301`, `${BASE}e%CC%81`],
  [`${BASE}क्\u200dष`, `${BASE}%E0%A4%95%E0%A5%8D%E2%80%8D%E0%A4%B7`],
  [`${BASE}a b?c d#e f`, `${BASE}a%20b?c%20d#e%20f`],
  [`${BASE}"<>\`{}?"<>\`{}#"<>\`{}`, `${BASE}%22%3C%3E%60%7B%7D?%22%3C%3E\`{}#%22%3C%3E%60{}`],
  [`${BASE}|'?|^'#|^'`, `${BASE}|'?|^%27#|^'`],
  [`${BASE}x,y;z=1&2+3!*()$~`, `${BASE}x,y;z=1&2+3!*()$~`],
  [`${BASE}a\u00a0b`, `${BASE}a%C2%A0b`],
  [`${BASE}./a/../b/.`, `${BASE}b/`],
  [`${BASE}a/%2e%2E/b/%2e`, `${BASE}b/`],
  [`${BASE}../../etc`, `${BASE}etc`],
  [`${BASE}/evil.example`, `${BASE}/evil.example`],
  [`${BASE}?`, `${BASE}?`],
  [`${BASE}#`, `${BASE}#`],
  ['https://shop.example?x', `${BASE}?x`],
  ['https://shop.example#x', `${BASE}#x`],
  // Escapes remain as they were sent.
  [`${BASE}%C3%BC/%c3%bc`, `${BASE}%C3%BC/%c3%bc`],
  [`${BASE}%2f%2F%3f%23%25%00`, `${BASE}%2f%2F%3f%23%25%00`],
  [`${BASE}%zz%%4`, `${BASE}%zz%%4`],
  [`${BASE}%FF%fe%ed%a0%80`, `${BASE}%FF%fe%ed%a0%80`],
  [`${BASE}%5cevil`, `${BASE}%5cevil`],
  [`${BASE}%u003cscript`, `${BASE}%u003cscript`],
  // Escaped line ends are not line ends.
  [`${BASE}%0d%0aSet-Cookie:%20a=b`, `${BASE}%0d%0aSet-Cookie:%20a=b`],
  [`${BASE}%0D%0A%0D%0A<script>`, `${BASE}%0D%0A%0D%0A%3Cscript%3E`],
  [
    `${BASE}?%0d%0aLocation:%20https://evil.example`,
    `${BASE}?%0d%0aLocation:%20https://evil.example`,
  ],
  [`${BASE}#%0aSet-Cookie: a=b`, `${BASE}#%0aSet-Cookie:%20a=b`],
  [`${BASE}%E5%98%8A%E5%98%8DSet-Cookie`, `${BASE}%E5%98%8A%E5%98%8DSet-Cookie`],
  [`${BASE}嘊嘍Set-Cookie:a=b`, `${BASE}%E5%98%8A%E5%98%8DSet-Cookie:a=b`],
  [`${BASE}č\u010aSet-Cookie`, `${BASE}%C4%8D%C4%8ASet-Cookie`],
];

const each = (from: number, to: number, spell: (char: string) => string): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => spell(String.fromCodePoint(from + i)));
const percent = (char: string): string => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** More accepted addresses: every escaped control character, all of latin-1, and the longest. */
export const ACCEPTED: readonly string[] = [
  ...each(0, 0x20, (char) => `${BASE}a${percent(char)}b?c${percent(char)}d#e${percent(char)}f`),
  ...each(0xa1, 0xff, (char) => `${BASE}a${char}b?c${char}d#e${char}f`).filter(
    // The soft hyphen is rejected because it is invisible.
    (address) => !address.includes('\u00ad'),
  ),
  BASE.padEnd(2048, 'a'),
  `${BASE}?`.padEnd(2048, '%0a'),
  `${BASE}#`.padEnd(2048, '\u00e9'),
];

/**
 * The API rejects these addresses. If one is in the database anyway, it is serialized again and
 * then safe.
 */
export const FIXED: readonly string[] = [
  ...each(0, 0x1f, (char) => `${BASE}a${char}b?c${char}d#e${char}f`),
  ...each(0x7f, 0x9f, (char) => `${BASE}a${char}b`),
  ...each(0, 0x20, (char) => `${BASE}x${char}`),
  ...Array.from('\t\n\r', (char) => `https://sh${char}op.example/`),
  `${BASE}\r\nSet-Cookie: a=b`,
  `${BASE}\r\n\r\n<script>alert(1)</script>`,
  `${BASE}\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx`,
  `${BASE}?\nLocation: https://evil.example/`,
  `${BASE}#\r\n\tx: y`,
  `https:\r\n//shop.example/x`,
  `${BASE}\u2028x\u2029`,
  `${BASE}\ud800`,
  `${BASE}?\udc00x`,
  `${BASE}#\udfff\ud800`,
  `${BASE}\u202eexe.elpmaxe`,
  `${BASE}\u00ad\u200b\ufeff`,
  'https://sh\u00adop.example/',
  'https://shop\u200b.example/',
  'https://shop.example\ufeff/',
  'http:/\\evil.example',
  'https:\\\\evil.example\\x',
  'https:evil.example',
  'https:///evil.example',
  `${BASE}a\\b?c\\d#e\\f`,
  'https://shop.example\\x',
];

/** The API rejects these addresses too. If one is in the database anyway, it causes no redirect. */
export const WITHOUT_EFFECT: readonly string[] = [
  ...each(0, 0x20, (char) => `${char}${BASE}x`),
  ...each(0, 0x20, (char) => `https://sh${char}op.example/`).filter(
    (address) => !/[\t\n\r]/.test(address),
  ),
  ...Array.from('%:<>@[]^|\u007f', (char) => `https://shop${char}.example/`),
  'ht\r\ntps://shop.example/',
  '\r\nhttps://shop.example/',
  'https://shop.example\r\nX: y/',
  'https://\ud800.example/',
  'https://xn--\u00fc.example/',
  'https://shop.example:65536/',
  'https://[2001:db8::1/',
  '//evil.example',
  '/\\evil.example',
];

/** Too long for a header. If one is in the database, it causes no redirect. */
export const TOO_LONG: readonly string[] = [
  BASE.padEnd(8192, 'a'),
  BASE.padEnd(4097, 'a'),
  `${BASE}?`.padEnd(8192, '%0d%0a'),
  BASE.padEnd(8192, 'é'),
  `https://${'a'.repeat(8192)}.example/`,
];
