import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { codeOf } from '#server/test/fuzz/target.ts';
import { proof, startService, type Service } from '#server/test/harness.ts';
import { AGENTS, VISITORS } from '#server/test/visit/agents.ts';
import { createAll } from '#server/test/visit/creates.ts';
import { isHarmless } from '#server/test/visit/destinations.ts';
import { outlineOf } from '#server/test/visit/outline.ts';
import { visitAll } from '#server/test/visit/visits.ts';
import { describeInBrowser } from '../browser/open-browser.ts';
import { OWN, STORED } from './stored-fields.ts';
import { isEffective, XSS } from './xss-corpus.ts';
import { plantEverywhere } from './everywhere.ts';
import { openTab, type Tab } from './tab.ts';

const TABS = 2;
/**
 * The stored texts. The long variant stores each text separately. The short one joins every second
 * text with the next three, so each is part of two, which are shown on different kinds of pages.
 */
const TEXTS = proof
  ? XSS
  : XSS.flatMap((text, index) =>
      index % 2 === 0
        ? [[text, ...[1, 2, 3].map((step) => XSS[(index + step) % XSS.length])].join(' ')]
        : [],
    );

describeInBrowser('hostile text on a visitor page', (browser) => {
  let service: Service;
  let harmless: string[];
  let planted: string[][];
  before(async () => {
    // One network opens many unknown codes, and would be refused also for links that are not cached.
    service = await startService({ MISSES_PER_MINUTE: '0' });
    // With a fragment in the address, Android gets the app's scheme and a script instead of an
    // intent. A complete app address makes an intent also where it is the whole destination.
    const harmlessTexts = ['x', 'x#y', 'shop://x/'];
    const codes = await plantEverywhere(service, [...harmlessTexts, ...TEXTS]);
    harmless = codes.slice(0, harmlessTexts.length).flat();
    planted = codes.slice(harmlessTexts.length);
  });

  test('has at least 80 texts with an effect in a page that does not escape them', () => {
    assert.equal(new Set(XSS).size, XSS.length);
    const effective = XSS.filter(isEffective);
    assert.ok(effective.length >= 80, `only ${effective.length} of ${XSS.length} have an effect`);
    assert.ok(!isEffective('x') && !isEffective('products/5?a=1&b=2#c'));
  });

  test('is stored in every column that can hold text', async () => {
    for (const [table, columns] of Object.entries(STORED)) {
      const [row = {}] = await service.app.ctx.db.all<object>(`select * from ${table} limit 1`);
      const listed = [...Object.keys(columns), ...(OWN[table] ?? [])];
      assert.deepEqual(Object.keys(row).toSorted(), listed.toSorted(), table);
    }
  });

  test('would be noticed if it had an effect', async () => {
    const tab = await openTab(await browser().newContext(), service.url);
    const show = async (html: string, headers: Record<string, string> = {}) => {
      const answer = { body: html, contentType: 'text/html', headers };
      await tab.page.route('**/bad', (route) => route.fulfill(answer));
      await tab.page.goto(`${service.url}/bad`);
      return tab.structure();
    };
    const bad = `<script>alert(1)</script><img src="https://else.example/x"><a href="javascript:alert(1)">`;
    const { outline, addresses } = await show(bad);
    assert.equal(outline, 'html, head, script, body, img src, a href');
    assert.ok(!addresses.every(isHarmless));
    await show(bad, { 'content-security-policy': "default-src 'none'" });
    assert.deepEqual([...new Set(tab.incidents)].toSorted(), [
      'ran alert',
      'requested https://else.example/x',
      'was stopped by img-src',
      'was stopped by script-src-elem',
    ]);
  });

  /** Opens a page; again if the service was overloaded, as on a busy machine: then it shows another page. */
  async function visit({ page }: Tab, path: string): Promise<void> {
    for (let attempt = 1; attempt <= 5; attempt++) {
      const response = await page.goto(`${service.url}/${path}`);
      assert.notEqual(response?.status(), 429);
      if (response?.status() !== 503) return;
      await page.waitForTimeout(1000);
    }
    assert.fail(`/${path} is unavailable`);
  }

  for (const [turn, as] of VISITORS.entries()) {
    test(`has no effect on any page shown to ${as}`, async (t) => {
      const context = await browser().newContext({ userAgent: AGENTS[as] });
      const tabs = await Promise.all(
        Array.from({ length: TABS }, () => openTab(context, service.url)),
      );
      // The structures of the pages that this visitor sees for harmless texts.
      const outlines = new Set<string>();
      for (const code of [...harmless, 'nobody7']) {
        const tab = tabs[0] as Tab;
        await visit(tab, code);
        outlines.add((await tab.structure()).outline);
      }
      assert.ok(outlines.size >= 3, [...outlines].join('\n'));
      const loads = TEXTS.flatMap((text, index) => {
        const unknown = `${encodeURIComponent(text.toWellFormed())}?q=${text}#${text}`;
        const paths = [...(planted[index] ?? []), unknown];
        // In the short variant, two visitors check each text: one on a page with the nearly
        // unescaped text (the first two kinds), and one on the other kinds in turn.
        const rank = (index + turn) % VISITORS.length;
        const kind = rank === 0 ? index % 2 : 2 + ((index + turn) % (paths.length - 2));
        if (!proof && rank > 1) return [];
        return paths.filter((_, at) => proof || at === kind).map((path) => ({ path, text }));
      });
      t.diagnostic(`${loads.length} pages`);
      const work = tabs.map(async (tab) => {
        for (let load = loads.shift(); load; load = loads.shift()) {
          await visit(tab, load.path);
          const { outline, addresses } = await tab.structure();
          const where = `${JSON.stringify(load.text)} at /${load.path}`;
          assert.ok(outlines.has(outline), `${where}: ${outline}`);
          assert.ok(addresses.every(isHarmless), `${where}: ${addresses.join(' ')}`);
          assert.deepEqual(tab.incidents, [], where);
        }
      });
      await Promise.all(work);
      await context.close();
      assert.deepEqual(
        tabs.flatMap(({ incidents }) => incidents),
        [],
      );
    });
  }
});

test('hostile text sent to the API changes no page', async (t) => {
  const service = await startService();
  const answers = await createAll(
    service,
    ['x', ...XSS].map((text) => ({
      uri: `products/${text}`,
      routes: { iphone: { link: `shop:${text}`, fallback: `itms-apps:${text}` } },
    })),
  );
  const codes = answers.flatMap((answer) => (answer.status === 201 ? [codeOf(answer)] : []));
  assert.ok(codes.length >= 80, `${codes.length} were accepted`);
  const pages = await visitAll(
    service.url,
    codes.map((code) => ({ code, as: 'iphone' })),
  );
  const expectedOutline = outlineOf(pages[0]?.text ?? '');
  assert.ok(expectedOutline.some((element) => /^a .*href/.test(element)));
  for (const { status, text } of pages) {
    assert.equal(status, 200);
    assert.deepEqual(outlineOf(text), expectedOutline, text);
  }
  t.diagnostic(`${codes.length} of ${answers.length} were accepted`);
});
