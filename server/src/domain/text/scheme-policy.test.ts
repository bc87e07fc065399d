import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { isRefusedScheme } from './refused-schemes.ts';
import { parseAddress, parseBaseUri } from './uri.ts';

/** Each is rejected as it is; `chrome`, `ms-`, `moz-` and `x-safari-` also as prefixes. */
const REFUSED = `
  javascript data vbscript file blob filesystem about view-source content intent android-app jar
  ws wss chrome chrome-extension chrome-error chromewebdata
  ms-settings ms-word ms-msdt ms-appinstaller ms-
  jscript livescript mocha vbs mhtml jnlp jnlps shell hcp mk its applescript shortcuts workflow lynxcgi
  lynxexec ghelp gnome-help help x-man-page resource res android.resource disk disks search search-ms
  iehistory ierss vnd.ms.radio wyciwyg wysiwyg itms-services apple-magnifier apt apturl flatpak
  flatpak+https android-secret-code prefs app-prefs x-apple.systempreferences x-apple-systempreferences
  smb cifs afp nfs dav davs webdav webdavs ftp ftps sftp scp fish ssh telnet tn3270 rlogin rdp vnc ldap
  ldaps nntp odopen grvopen devtools edge brave opera vivaldi safari-extension safari-web-extension
  safari-resource feed feeds pcast itpc ie.http googlechrome googlechromes googlechrome-x-callback
  firefox firefox-focus touch-http touch-https com-apple-mobilesafari-tab x-safari-https x-safari-http
  microsoft-edge moz-extension moz-icon
`
  .trim()
  .split(/\s+/);

/** Letter forms that compatibility normalization converts to ASCII. */
function shifted(text: string, small: number): string {
  return text.replace(/[a-z]/g, (char) => String.fromCodePoint(small + char.charCodeAt(0) - 97));
}

function alternating(text: string): string {
  return text.replace(/(.)(.)/g, (_, one: string, two: string) => one + two.toUpperCase());
}

/** Spellings of "scheme:rest" that some program converts to it. */
const SPELLINGS: readonly ((scheme: string) => string)[] = [
  (s) => `${s}:x`,
  (s) => `${s}://x`,
  (s) => `${s}:/x`,
  (s) => `${s}:///x`,
  (s) => `${s}://%0aalert(1)//x`,
  (s) => `${s.toUpperCase()}:x`,
  (s) => `${s.toUpperCase()}://x`,
  (s) => `${alternating(s)}:x`,
  (s) => ` ${s}:x`,
  (s) => `\t${s}:x`,
  (s) => `\n${s}://x`,
  (s) => `\0${s}:x`,
  (s) => `\u001f ${s}:x`,
  (s) => `\u00a0${s}:x`,
  (s) => `\ufeff${s}:x`,
  (s) => `${s.charAt(0)}\t${s.slice(1)}:x`,
  (s) => `${s.charAt(0)}\n${s.slice(1)}://x`,
  (s) => `${s.charAt(0)}\r\n${s.slice(1)}:x`,
  (s) => `${s}\t:x`,
  (s) => `${s}\r://x`,
  (s) => `${s.charAt(0)}\u00ad${s.slice(1)}:x`,
  (s) => `${s.charAt(0)}\u200b${s.slice(1)}://x`,
  (s) => `\u202e${s}:x`,
  (s) => `${shifted(s, 0xff41)}:x`,
  (s) => `${shifted(s, 0xff41)}://x`,
  (s) => `${s}：x`,
  (s) => `${s}：//x`,
  (s) => `${shifted(s, 0x24d0)}:x`,
  (s) => `${shifted(s, 0x1d41a)}:x`,
  (s) => `&#${s.charCodeAt(0)};${s.slice(1)}:x`,
  (s) => `&#x${s.charCodeAt(0).toString(16)};${s.slice(1)}:x`,
  (s) => `&#0000${s.charCodeAt(0)}${s.slice(1)}:x`,
  (s) => `${s}&#58;x`,
  (s) => `${s}&#x3A;//x`,
  (s) => `${s}&colon;x`,
  (s) => `${s.charAt(0)}&Tab;${s.slice(1)}:x`,
  (s) => `${s.charAt(0)}&NewLine;${s.slice(1)}:x`,
  (s) => `%${s.charCodeAt(0).toString(16)}${s.slice(1)}:x`,
  (s) => `%25${s.charCodeAt(0).toString(16)}${s.slice(1)}:x`,
  (s) => `${s}%3Ax`,
  (s) => `${s}%3a//x`,
  (s) => `${s}%253Ax`,
  (s) => `${s.charAt(0)}%09${s.slice(1)}:x`,
  (s) => `${s.charAt(0)}%0A${s.slice(1)}%3Ax`,
];

const CORPUS = REFUSED.flatMap((scheme) => SPELLINGS.map((spell) => spell(scheme)));

describe('refused schemes', () => {
  it('have a corpus of sufficient size', () => assert.ok(new Set(CORPUS).size >= 500));

  for (const scheme of REFUSED) {
    it(`${scheme}: is rejected in every spelling`, () => {
      for (const spell of SPELLINGS) {
        const text = spell(scheme);
        assert.ok('issue' in parseBaseUri(text), `as a base URI: ${JSON.stringify(text)}`);
        assert.ok('issue' in parseAddress(text), `as an address: ${JSON.stringify(text)}`);
      }
      assert.ok(isRefusedScheme(scheme.toUpperCase()));
    });
  }

  it('are named in the error', () => {
    const parsed = parseBaseUri('JavaScript:alert(1)');
    assert.deepEqual(parsed, { issue: 'uses the scheme "javascript:", which is refused' });
  });

  /** Names that contain a refused one, and refused names that are not schemes. */
  const TWINS = `
    javascripts://x datastore://x com.data://x x-data://x files://x wsx://x jars://x android://x
    contents://x content.app://x intents://x aboutus://x view-sources://x msteams://x ms.shop://x
    chromatic://x my-chrome://x feeder://x shells://x jnlp2://x itms://x itms-apps://x itms-appss://x
    searches://x smbshop://x x-safaris://x sshop://x market://x
    fb://x fb123://x whatsapp://x tg://x twitter://x instagram://x comgooglemaps://x maps://x
    google.navigation://x spotify://x zoommtg://x slack://x vscode://x steam://x magnet://x
    sms://x tel://x facetime://x geo://x webcal://x sip://x bitcoin://x edges://x
    data/5 feed feed/rss search search/5 help help/5 shell/5 ftp/x edge/5 about about/us content/marketing file blob/5 javascript data%20science file%2F5 R&D/5
    products/javascript:alert(1) /javascript:alert(1) search?q=data:text/html,x #about:blank
    search?q=javascript%3Aalert(1)
    https://about/ https://shop.example/javascript:x https://shop.example/?to=data:x
    shop://javascript/5 shop://intent#Intent shop://open?u=javascript:alert(1)
  `
    .trim()
    .split(/\s+/);
  for (const text of TWINS) {
    it(`do not include ${text}`, () => assert.ok('value' in parseBaseUri(text)));
  }

  it('never result from an accepted address, as a browser reads it', () => {
    const piece = fc.oneof(
      fc.constantFrom(...REFUSED, ...CORPUS),
      fc.constantFrom(':', '://', '/', '&#58;', '%3A', '\t', ' ', '\0', '\u00ad', 'a', 'https'),
      fc.integer({ min: 0, max: 0x10ffff }).map((codePoint) => String.fromCodePoint(codePoint)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const text = pieces.join('');
        for (const parsed of [parseBaseUri(text), parseAddress(text)]) {
          if ('issue' in parsed || !URL.canParse(text)) continue;
          const scheme = new URL(text).protocol.slice(0, -1);
          assert.ok(!REFUSED.includes(scheme) && !/^(?:chrome|ms-)/.test(scheme), text);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
