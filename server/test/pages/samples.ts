import type { Appearance } from '../../src/pages/appearance.ts';
import type { HtmlPage } from '../../src/pages/layout.ts';
import {
  answerMessagePage,
  homePage,
  methodPage,
  tooManyPage,
  failedPage,
  unavailablePage,
} from '../../src/pages/messages.ts';
import { getAppPage, openAppPage } from '../../src/pages/open-app.ts';
import { previewPage } from '../../src/pages/preview.ts';
import { probePage } from '../../src/pages/probe.ts';
import { scanPage } from '../../src/pages/scan.ts';
import type { View } from '../../src/pages/view.ts';
import type { AppLaunch } from '../../src/visit/app-launch.ts';

export const DOCS = 'https://api.example/docs';
export const DASHBOARD = 'https://api.example/dashboard/';
export const APP = 'com.shop.app://p/5';
export const STORE = 'https://apps.apple.com/app/id1';
export const WEB = 'https://shop.example/p/5';

export const LAUNCH: AppLaunch = {
  open: APP,
  fallback: STORE,
  web: undefined,
  opensFallback: false,
  storeId: undefined,
  inApp: undefined,
  schemesBlocked: false,
};

const SQUARE = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>';
export const ICON = `data:image/svg+xml;base64,${Buffer.from(SQUARE).toString('base64')}`;
export const LOOK: Appearance = {
  title: 'Corner Shop',
  icon: ICON,
  color: '#e0395f',
  home: 'https://shop.example/',
};

export function view(appearance: Appearance = {}, language: View['language'] = 'en'): View {
  return { language, appearance };
}

type Make = (view: View) => HtmlPage;

/** Every page that visitors can see, in each of its forms. */
export const PAGES: Readonly<Record<string, Make>> = {
  'open app': (to) => openAppPage({ ...LAUNCH, fallback: undefined }, to),
  'open app, with a fallback': (to) => openAppPage(LAUNCH, to),
  'open app, with a store and the web': (to) => openAppPage({ ...LAUNCH, web: WEB }, to),
  'open app, by an intent': (to) =>
    openAppPage(
      { ...LAUNCH, open: 'intent://p/5#Intent;scheme=shop;end', opensFallback: true },
      to,
    ),
  'open app, with a banner': (to) => openAppPage({ ...LAUNCH, storeId: '1' }, to),
  'open app, in an app': (to) => openAppPage({ ...LAUNCH, inApp: 'Instagram' }, to),
  'open app, in an app without a name': (to) => openAppPage({ ...LAUNCH, inApp: '' }, to),
  'open app, in an app that opens none': (to) =>
    openAppPage({ ...LAUNCH, inApp: 'WeChat', schemesBlocked: true }, to),
  'get app': (to) => getAppPage(STORE, WEB, to),
  probe: (to) => probePage({ tablet: 'ipad', app: APP, web: WEB }, to),
  preview: (to) =>
    previewPage(
      {
        address: 'https://s.example/abc',
        title: 'Walnut bread',
        description: 'Fresh today',
        image: 'https://shop.example/bread.jpg',
        siteName: 'Corner Shop',
        web: WEB,
      },
      to,
    ),
  'not found': (to) => answerMessagePage('not-found', to),
  gone: (to) => answerMessagePage('gone', to),
  'no route': (to) => answerMessagePage('no-route', to),
  scan: (to) => scanPage('https://s.example/H7kTq2Rb', to),
  unavailable: unavailablePage,
  failed: (to) => failedPage(to, '0123abcd-1a'),
  'too many': tooManyPage,
  method: methodPage,
};

/** The page of the service itself, which is the same for everyone. */
export const HOME = homePage(DOCS, DASHBOARD);

/**
 * Every page with this text in each stored field. Address fields contain it as part of an address.
 */
export function pagesWith(text: string): Readonly<Record<string, HtmlPage>> {
  const address = `https://else.example/${text}`;
  const app = `shop://p/${text}`;
  const to = view({ title: text, icon: text, color: text, home: address });
  const card = { address, title: text, description: text, image: address, siteName: text };
  const launch: AppLaunch = { ...LAUNCH, open: app, fallback: address, storeId: text, inApp: text };
  return {
    'open app': openAppPage(launch, to),
    'open app, none of it an address': openAppPage({ ...launch, open: text, fallback: text }, to),
    'open app, blocked': openAppPage({ ...launch, schemesBlocked: true }, to),
    'get app': getAppPage(text, text, to),
    probe: probePage({ tablet: 'ipad', app, web: address }, to),
    preview: previewPage({ ...card, web: address }, to),
    scan: scanPage(address, to),
    'not found': answerMessagePage('not-found', to),
    'not found, with an icon that is none': answerMessagePage('not-found', {
      ...to,
      appearance: { ...to.appearance, icon: `data:image/png;base64,${text}`, home: text },
    }),
    home: homePage(address, address),
  };
}

/** Texts that have escaped from pages in the past. Each sets `hit` if it runs. */
export const XSS: readonly string[] = [
  '"><script>hit=1</script>',
  "'><script>hit=1</script>",
  '</title><script>hit=1</script>',
  '</style><script>hit=1</script>',
  '</script><script>hit=1</script>',
  '"><script nonce="Zm9vYmFyYmF6cXV4MTIzNA">hit=1</script>',
  '</a></main></body></html><script>hit=1</script>',
  '" onmouseover="hit=1',
  "' onfocus='hit=1' autofocus='",
  '" style="background:url(//else.example)"',
  '#000000}*{background:url(//else.example)}',
  '"><img src=x onerror=hit=1>',
  '"><svg/onload=hit=1>',
  '"><iframe srcdoc="<script>hit=1</script>">',
  '"><meta http-equiv="refresh" content="0;url=https://else.example">',
  '"><base href="https://else.example/">',
  '"><link rel=stylesheet href=//else.example/a.css>',
  '"><form action=https://else.example><input name=a>',
  'javascript:hit=1',
  'JaVa\tScRiPt:hit=1',
  'data:text/html,<script>hit=1</script>',
  '<!--',
  '--><b>',
  '<![CDATA[<b>]]>',
  '&quot;&gt;&lt;script&gt;',
  '&#34;&#62;<b>',
  '<<b>script>',
  '"\n\r\t><b a=',
  '"/><b>\0<c>',
  '`${hit=1}`',
  '$&{app}{browser}$1',
  '\u2028"><b>',
  '\u202e"><b>',
  '＜script＞"＞<b>',
  '<b'.repeat(50),
];
