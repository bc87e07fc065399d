import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { DEVICE_COOKIE } from '#server/src/visit/facts.ts';
import { proof } from '#server/test/harness.ts';
import { LOOK, PAGES, pagesWith, view, XSS } from '#server/test/pages/samples.ts';
import { eventually } from '#server/test/processes.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { newVisitor, startSite, type Site } from './site.ts';

/** The short variant tests every third text on each page, and each text on every third page. */
const STEP = proof ? 1 : 3;
/** Elements that our pages never contain. */
const FORBIDDEN_ELEMENTS = 'iframe, object, embed, form, base, link, body style, b';

describeInBrowser('hostile text in every page', (browser) => {
  let site: Site;

  beforeEach(async () => {
    site = await startSite();
  });

  for (const [at, name] of Object.keys(pagesWith('')).entries()) {
    const texts = XSS.filter((_, index) => index % STEP === at % STEP);
    it(`${name}: shows ${texts.length} stored texts as text, without running or requesting anything`, async () => {
      const { tab, close, complaints } = await newVisitor(browser(), site);
      // A probe page that detects the stored device again does not redirect, so it can be checked.
      const found = { name: DEVICE_COOKIE, value: 'ipad', url: site.origin };
      await tab.context().addCookies([found]);
      await tab.addInitScript(`Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 })`);
      await tab.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
        window.broken = event.violatedDirective + ' ' + event.blockedURI;
      })`);
      for (const payload of texts) {
        const page = pagesWith(payload)[name];
        assert.ok(page);
        await tab.goto(site.show('/x', () => page));
        const seen = await tab.evaluate(`({
          ran: typeof hit,
          broken: typeof broken,
          at: location.pathname,
          forbidden: document.querySelectorAll('${FORBIDDEN_ELEMENTS}').length,
        })`);
        const clean = { ran: 'undefined', broken: 'undefined', at: '/x', forbidden: 0 };
        assert.deepEqual(seen, clean, payload);
      }
      assert.deepEqual(complaints, []);
      assert.deepEqual(site.reports, []);
      await close();
    });
  }

  it('would not run a script of its own that was changed', async () => {
    const { tab, close } = await newVisitor(browser(), site);
    for (const [name, make] of Object.entries(PAGES)) {
      const page = make(view(LOOK));
      if (!page.html.includes('<script>')) continue;
      const before = site.reports.length;
      const html = page.html.replace('<script>', '<script>hit=1;');
      await tab.goto(site.show('/x', () => ({ ...page, html })));
      await eventually('a report', () => site.reports.length > before);
      assert.match(site.reports.at(-1) ?? '', /script-src/);
      assert.equal(await tab.evaluate('typeof hit'), 'undefined', name);
    }
    await close();
  });

  it('would not run injected code', async () => {
    const { tab, close, complaints } = await newVisitor(browser(), site);
    const notFound = PAGES['not found'];
    assert.ok(notFound);
    const page = notFound(view(LOOK));
    const planted =
      '<script>hit=1</script><img src="https://else.example/a.png" onerror="hit=1"><a id="js" href="javascript:hit=1">x</a><style>h1{color:red}</style><p style="color:red" onclick="hit=1">x</p></main>';
    const html = page.html.replace('</main>', planted);
    await tab.goto(site.show('/x', () => ({ ...page, html })));
    await tab.click('#js');
    await eventually('a report for each', () => site.reports.length >= 6);
    assert.equal(await tab.evaluate('typeof hit'), 'undefined');
    const red = `[...document.querySelectorAll('h1, p')].filter((one) => getComputedStyle(one).color === 'rgb(255, 0, 0)').length`;
    assert.equal(await tab.evaluate(red), 0);
    assert.ok(complaints.filter((text) => /Content Security Policy/.test(text)).length >= 6);
    await close();
  });
});
