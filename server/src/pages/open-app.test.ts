import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ICON, LOOK, STORE, view, LAUNCH, WEB } from '../../test/pages/samples.ts';
import { getAppPage, openAppPage } from './open-app.ts';
import type { AppLaunch } from '../visit/app-launch.ts';

function made(launch: Partial<AppLaunch> = {}, appearance = LOOK): string {
  return openAppPage({ ...LAUNCH, ...launch }, view(appearance)).html;
}

describe('the page that opens an app', () => {
  const OTHERS: readonly [fallback: string, label: string, place: string][] = [
    ['https://shop.example/p/5', 'Continue on the web', 'shop.example'],
    ['https://shop.example/?u=https://play.google.com/', 'Continue on the web', 'shop.example'],
    ['https://apps.apple.com.else.example/', 'Continue on the web', 'apps.apple.com.else.example'],
    ['https://аpple.com/', 'Continue on the web', 'xn--pple-43d.com'],
    [STORE, 'Get the app', 'App Store'],
    ['https://play.google.com/store/apps/details?id=a', 'Get the app', 'Google Play'],
    ['market://details?id=a', 'Get the app', 'Google Play'],
    ['itms-apps://apps.apple.com/app/id1', 'Get the app', 'App Store'],
  ];
  for (const [fallback, label, place] of OTHERS) {
    it(`names the destination of ${fallback}`, () => {
      const found = /class="quiet"[^>]*>([^<]*)<small class="place">([^<]*)</.exec(
        made({ fallback }, {}),
      );
      assert.deepEqual(found?.slice(1), [label, place]);
    });
  }

  it('has a link to the web route below the store', () => {
    const links = [
      ...made({ web: WEB }, {}).matchAll(/class="quiet" href="([^"]*)"[^>]*>([^<]*)</g),
    ];
    assert.deepEqual(
      links.map(([, address, label]) => [address, label]),
      [
        [STORE, 'Get the app'],
        [WEB, 'Continue on the web'],
      ],
    );
  });

  it('names the app if it has a title', () => {
    assert.match(made(), /<title>Open in Corner Shop</);
    assert.match(made(), /data-open>Open in <bdi>Corner Shop<\/bdi></);
    assert.match(made({}, {}), /data-open>Open the app</);
    assert.match(made({}, { title: '  ' }), /data-open>Open the app</);
  });

  it('names the built-in browser that can prevent it, below the button', () => {
    assert.match(made({ inApp: 'Instagram' }), /data-open.*browser of <bdi>Instagram<\/bdi>\. If/s);
    assert.match(made({ inApp: '' }), /data-open.*browser of an app\. If/s);
    assert.doesNotMatch(made(), /class="hint"/);
  });

  it('says how to leave a browser that opens no apps, above the button', () => {
    const html = made({ inApp: 'WeChat', schemesBlocked: true });
    assert.match(html, /<bdi>WeChat<\/bdi> does not let links.*data-open/s);
  });

  it('has the App Store banner if the app is in the App Store', () => {
    assert.doesNotMatch(made(), /apple-itunes-app/);
    assert.ok(
      made({ storeId: '42', open: 'shop://p/1,2' }).includes(
        '<meta name="apple-itunes-app" content="app-id=42, app-argument=shop://p/1%2C2">',
      ),
    );
  });
});

describe('a page that would be too large', () => {
  const long = (start: string, text: string): string => (start + text.repeat(2048)).slice(0, 2048);
  const appearance = { ...LOOK, icon: `data:image/png;base64,${'A'.repeat(6120)}` };

  it('omits the icon first', () => {
    const open = long('shop://', 'x');
    const html = made({ open, fallback: long('https://', 'x'), storeId: '1' }, appearance);
    assert.ok(Buffer.byteLength(html) < 14_336);
    assert.ok(!html.includes('<img') && html.includes(`app-argument=${open}`));
    assert.match(html, /data-other/);
  });

  it('then omits the address in the banner', () => {
    const html = made({ open: long('shop://', 'x&'), fallback: WEB, storeId: '1' }, appearance);
    assert.ok(Buffer.byteLength(html) < 14_336);
    assert.match(html, /content="app-id=1">/);
    assert.match(html, /data-other/);
  });

  it('then omits the web route', () => {
    const [open, web] = [long('shop://', 'x'), long('https://', '&')];
    const html = made({ open, fallback: long(`${STORE}?`, 'x'), web }, appearance);
    assert.ok(Buffer.byteLength(html) < 14_336);
    assert.match(html, />App Store</);
    assert.equal(html.split('<a class="quiet"').length, 2);
  });

  it('then omits the second button', () => {
    const query = '?' + 'key=value&'.repeat(300);
    for (const [open, fallback] of [
      [long('shop://', '&'), long('https://shop.example/', '&')],
      [long('shop://', query), long('https://shop.example/', '&')],
    ] as const) {
      const html = made({ open, fallback, storeId: '1' }, appearance);
      assert.ok(Buffer.byteLength(html) < 14_336);
      assert.doesNotMatch(html, /data-other|<script/);
    }
    const store = getAppPage(long('market://', '&'), long('https://', '&'), view(appearance));
    assert.ok(Buffer.byteLength(store.html) < 14_336);
  });

  it('allows images only if it has one', () => {
    const { headers, html } = openAppPage(
      { ...LAUNCH, open: long('shop://', 'x'), fallback: long('https://', 'x'), storeId: '1' },
      view(appearance),
    );
    assert.doesNotMatch(html, /<img/);
    assert.doesNotMatch(headers['content-security-policy'] ?? '', /img-src/);
    assert.ok(made().includes(`src="${ICON}"`));
  });
});
