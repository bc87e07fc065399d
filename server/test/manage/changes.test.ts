import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { oneAtATime } from '../../src/actions/links/one-at-a-time.ts';
import { MAX_TAGS } from '../../src/domain/link/tags.ts';
import { SHOP, startService, type Answer, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';

const [SHOP_SETUP] = SHOP.apps;
const PRODUCT = SHOP_SETUP?.templates?.[0];

const CHANGES = '/manage/v1/smartlinks/changes';
/** A request begins no page after 2 s. */
const MORE_THAN_A_REQUEST_MS = 2500;

interface Counted {
  readonly matched: number;
  readonly changed: number;
  readonly unchanged: number;
}

describe('POST /manage/v1/smartlinks/changes', () => {
  let service: Service;
  let apps = 0;
  before(async () => {
    service = await startService();
  });

  /** A new app with the setup of the shop, and what its server token does. */
  async function shop() {
    const { app, tokens } = await createApp(service.app.ctx, `shop-${apps++}`);
    const token = tokens.server;
    await service.apply({ apps: [{ ...SHOP_SETUP, name: app.name }] });
    const send = (method: string, path: string, body?: object): Promise<Answer> =>
      service.request(method, `/manage/v1/${path}`, { token, ...(body ? { body } : {}) });
    const ok = async (method: string, path: string, body?: object) => {
      const answer = await send(method, path, body);
      assert.ok(answer.status < 300, answer.text);
      return answer.json;
    };
    return {
      name: app.name,
      token,
      send,
      ok,
      make: async (code: string, more: object = {}) =>
        ok('POST', 'smartlinks', { uri: `products/${code}`, code, ...more }),
      link: (code: string) => ok('GET', `smartlinks/${code}`),
      edit: (code: string, body: object) => ok('PATCH', `smartlinks/${code}`, body),
      remove: (code: string) => send('DELETE', `smartlinks/${code}`),
      history: async (code: string) => (await ok('GET', `smartlinks/${code}/history`)).entries,
      change: (body: object) => ok('POST', 'smartlinks/changes', body),
      codes: async (query: string) =>
        (await ok('GET', `smartlinks?${query}`)).smartlinks.map(
          ({ code }: { code: string }) => code,
        ),
      setTemplates: async (web: string, name = 'product') => {
        const routes = { ...PRODUCT?.routes, web: { link: `${web}/:id` } };
        await service.apply({
          apps: [{ ...SHOP_SETUP, name: app.name, templates: [{ ...PRODUCT!, name, routes }] }],
        });
      },
    };
  }

  const counts = ({ matched, changed, unchanged }: Counted) => [matched, changed, unchanged];

  test('changes the links with these codes, with an audit entry each, and only once', async () => {
    const { make, change, link, history } = await shop();
    for (const code of ['Tags1', 'Tags2', 'Tags3']) {
      await make(code, { tags: code === 'Tags1' ? ['old', 'kept'] : [] });
    }
    const body = {
      codes: ['Tags1', 'Tags2', 'Tags1'],
      change: { add_tags: ['new'], remove_tags: ['old'], state: 'disabled' },
    };
    assert.deepEqual(await change(body), { matched: 2, changed: 2, unchanged: 0, failed: [] });
    const { tags, state } = await link('Tags1');
    assert.deepEqual([tags, state], [['kept', 'new'], 'disabled']);
    assert.deepEqual((await link('Tags3')).tags, []);
    const [entry, ...older] = await history('Tags1');
    assert.deepEqual(
      [entry.action, entry.before, entry.after],
      [
        'change',
        { tags: ['old', 'kept'], state: 'active' },
        { tags: ['kept', 'new'], state: 'disabled' },
      ],
    );
    assert.equal(older.length, 1);
    assert.deepEqual(counts(await change(body)), [2, 0, 2]);
    assert.equal((await history('Tags1')).length, 2);
  });

  test('reports links that cannot be changed, and changes the others', async () => {
    const own = await shop();
    const other = await shop();
    await other.make('Other1');
    const full = Array.from({ length: MAX_TAGS }, (_, i) => `tag ${i}`);
    await own.make('Full1', { tags: full });
    await own.make('Dead1');
    await own.make('Fine1');
    await own.remove('Dead1');
    const codes = ['Full1', 'Dead1', 'Fine1', 'Other1', 'Nowhere', "x', '{} é"];
    const { failed, ...rest } = await own.change({ codes, change: { add_tags: ['a'] } });
    assert.deepEqual(counts(rest), [6, 1, 0]);
    assert.deepEqual(
      failed
        .map(({ code, problem }: { code: string; problem: Record<string, unknown> }) =>
          [code, problem.status, problem.code].join(),
        )
        .toSorted(),
      [
        'Dead1,410,gone',
        'Full1,422,validation_failed',
        'Nowhere,404,not_found',
        'Other1,404,not_found',
        "x', '{} é,404,not_found",
      ],
    );
    const { problem } = failed.find(({ code }: { code: string }) => code === 'Full1');
    assert.deepEqual(problem.errors, [
      { pointer: '/tags', detail: 'would have 21 entries; at most 20 are allowed' },
    ]);
    assert.match(problem.type, /\/docs\/errors#validation_failed$/);
    assert.deepEqual((await own.link('Fine1')).tags, ['a']);
    assert.deepEqual((await other.link('Other1')).tags, []);
  });

  test('a change takes effect for the next visit', async () => {
    const { make, change } = await shop();
    await make('Visit1', { routes: { web: { link: 'https://shop.example/visit' } } });
    const visit = async () =>
      (await service.request('GET', '/Visit1', { token: undefined })).status;
    assert.equal(await visit(), 302);
    await change({ codes: ['Visit1'], change: { state: 'disabled' } });
    assert.equal(await visit(), 410);
    await change({ codes: ['Visit1'], change: { state: 'active' } });
    assert.equal(await visit(), 302);
    const deletion = { codes: ['Visit1'], change: { state: 'deleted' } };
    assert.deepEqual(counts(await change(deletion)), [1, 1, 0]);
    assert.equal(await visit(), 410);
    assert.deepEqual(counts(await change(deletion)), [1, 0, 1]);
  });

  test('a deletion is that of a single link', async () => {
    const { make, change, history, remove, link } = await shop();
    for (const code of ['Gone1', 'Gone2']) await make(code, { unique: true, uri: code });
    await remove('Gone1');
    await change({ codes: ['Gone2'], change: { state: 'deleted' } });
    const [[single], [many]] = [await history('Gone1'), await history('Gone2')];
    const timeless = (entry: { readonly after: object }) => ({
      ...entry,
      at: '',
      after: { ...entry.after, restorable_until: '' },
    });
    assert.deepEqual(timeless(many), timeless(single));
    assert.deepEqual((await link('Gone2')).unique, (await link('Gone1')).unique);
  });

  test('selects by the conditions of the list, in pages', async () => {
    const { make, change, codes, edit } = await shop();
    for (let i = 0; i < 7; i++) await make(`Page${i}`, { tags: i % 2 === 0 ? ['even'] : [] });
    await make('About1', { uri: 'about', unique: true });
    await edit('Page2', { state: 'disabled' });
    await edit('Page4', { valid_until: '2020-01-01T00:00:00Z' });
    const count = async (filter: object) =>
      (await change({ filter, dry_run: true, change: { add_tags: ['x'] } })).changed;
    for (const [filter, query] of [
      [{}, ''],
      [{ q: 'products' }, 'q=products'],
      [{ q: 'Page3' }, 'q=Page3'],
      [{ q: 'about' }, 'q=about'],
      [{ tag: 'even' }, 'tag=even'],
      [{ tag: 'even', state: 'active' }, 'tag=even&state=active'],
      [{ state: 'disabled' }, 'state=disabled'],
      [{ template: 'product' }, 'template=product'],
      [{ unique: true }, 'unique=true'],
      [{ unique: false }, 'unique=false'],
      [{ validity: 'expired' }, 'validity=expired'],
      [{ validity: 'valid', tag: 'even' }, 'validity=valid&tag=even'],
      [{ tag: 'none' }, 'tag=none'],
    ] as const) {
      assert.equal(await count(filter), (await codes(query)).length, query);
    }
    // Each link that is changed no longer matches.
    const pages: unknown[] = [];
    for (let cursor: string | undefined, first = true; first || cursor !== undefined;) {
      const body = { filter: { state: 'active' }, limit: 3, change: { state: 'disabled' } };
      const page = await change(cursor === undefined ? body : { ...body, cursor });
      pages.push(counts(page));
      cursor = page.next_cursor;
      first = false;
    }
    assert.deepEqual(pages, [
      [3, 3, 0],
      [3, 3, 0],
      [1, 1, 0],
    ]);
    assert.equal((await codes('state=disabled')).length, 8);
    // The search finds links by their new tags.
    await change({ filter: { tag: 'even' }, change: { add_tags: ['unmistakable'] } });
    assert.equal((await codes('q=unmistak')).length, 4);
    assert.equal((await codes('tag=unmistakable')).length, 4);
  });

  test('a page that waited long for others is the last one of its request', async () => {
    const { change, token } = await shop();
    const body = { links: Array.from({ length: 60 }, (_, n) => ({ uri: `products/${n}` })) };
    const made = await service.request('POST', '/manage/v1/smartlinks/bulk', { token, body });
    assert.equal(made.json.created, 60, made.text);
    let release = (): void => undefined;
    const busy = oneAtATime('another app', () => new Promise<void>((done) => (release = done)));
    const request = { filter: { state: 'active' }, change: { state: 'disabled' } };
    let isStarted = false;
    const note = (message: unknown): void => {
      isStarted ||= (message as { request: IncomingMessage }).request.url === CHANGES;
    };
    subscribe('http.server.request.start', note);
    const changed = change(request);
    try {
      await eventually('the request has started', () => isStarted);
      await sleep(MORE_THAN_A_REQUEST_MS);
    } finally {
      unsubscribe('http.server.request.start', note);
      release();
    }
    const { next_cursor: cursor, ...first } = await changed;
    await busy;
    assert.deepEqual(counts(first), [50, 50, 0]);
    assert.equal(typeof cursor, 'string');
    assert.deepEqual(counts(await change({ ...request, cursor })), [10, 10, 0]);
  });

  test('a dry run returns the same counts and changes nothing', async () => {
    const { make, change, link, history } = await shop();
    for (let i = 0; i < 4; i++) await make(`Dry${i}`, { tags: i === 0 ? ['a'] : [] });
    const body = { filter: {}, limit: 3, change: { add_tags: ['a'] } };
    const dry = await change({ ...body, dry_run: true });
    assert.deepEqual(counts(dry), [3, 3, 0]);
    assert.deepEqual(dry.samples, []);
    const rest = { ...body, cursor: dry.next_cursor };
    assert.deepEqual(counts(await change({ ...rest, dry_run: true })), [1, 0, 1]);
    assert.deepEqual((await link('Dry1')).tags, []);
    assert.equal((await history('Dry1')).length, 1);
    const { samples: _, ...real } = dry;
    assert.deepEqual(await change(body), real);
  });

  test('applies the current templates, and keeps what people chose', async () => {
    const { make, change, link, edit, history, setTemplates, codes, name } = await shop();
    const web = (address: string) => ({ web: { link: address } });
    await make('Plain1');
    await make('Chosen1', { routes: web('https://shop.example/chosen') });
    await make('ByHand1');
    await make('Renamed1', { uri: 'products/x' });
    await make('Other2', { uri: 'about' });
    await make('Android1', { routes: { android: { fallback: 'https://shop.example/get' } } });
    await edit('ByHand1', { routes: web('https://shop.example/by-hand') });
    await edit('Renamed1', { tags: ['a'], note: 'not about "routes":' });
    const old = await link('Plain1');
    await setTemplates('https://new.example', 'item');
    const body = { filter: {}, change: { routes: 'current_templates' } };

    const dry = await change({ ...body, dry_run: true });
    assert.deepEqual(counts(dry), [6, 5, 1]);
    const sample = dry.samples.find(({ code }: { code: string }) => code === 'Plain1');
    assert.deepEqual(sample.before, old.routes);
    assert.equal(sample.after.web.link, 'https://new.example/Plain1');
    assert.deepEqual((await link('Plain1')).routes, old.routes);

    assert.deepEqual(counts(await change(body)), [6, 5, 1]);
    const plain = await link('Plain1');
    assert.deepEqual(plain.routes, sample.after);
    assert.equal(plain.routes.iphone.fallback, 'https://new.example/Plain1');
    assert.equal(plain.template, 'item');
    assert.equal((await link('Chosen1')).routes.web.link, 'https://shop.example/chosen');
    assert.equal((await link('Android1')).routes.android.fallback, 'https://shop.example/get');
    const byHand = await link('ByHand1');
    assert.equal(byHand.routes.web.link, 'https://shop.example/by-hand');
    assert.equal(byHand.routes.iphone.fallback, 'https://new.example/ByHand1');
    assert.equal((await link('Renamed1')).routes.web.link, 'https://new.example/x');
    assert.equal((await link('Other2')).template, null);
    // The index knows the new template.
    assert.equal((await codes('q=products&template=item')).length, 5);
    assert.equal((await codes('template=product')).length, 0);
    const [entry] = await history('Plain1');
    assert.deepEqual(
      [entry.action, entry.before, entry.after],
      [
        'change',
        { routes: old.routes, template: 'product' },
        { routes: plain.routes, template: 'item' },
      ],
    );

    // Nothing is left to change; the next templates apply again, also where these did.
    assert.deepEqual(counts(await change(body)), [6, 0, 6]);
    await setTemplates('https://newer.example', 'item');
    assert.deepEqual(counts(await change(body)), [6, 4, 2]);
    assert.equal((await link('Plain1')).routes.web.link, 'https://newer.example/Plain1');
    assert.equal((await link('ByHand1')).routes.web.link, 'https://shop.example/by-hand');
    // The link kept its template, so its change does not show it.
    const [again] = await history('Plain1');
    assert.deepEqual(
      [Object.keys(again.before), Object.keys(again.after)],
      [['routes'], ['routes']],
    );

    // With a platform switched off, a request for it has no link to go with its fallback.
    await service.apply({
      apps: [
        {
          ...SHOP_SETUP,
          name,
          platforms: { ...SHOP_SETUP?.platforms, android: { enabled: false } },
        },
      ],
    });
    const { failed, ...rest } = await change(body);
    assert.deepEqual(counts(rest), [6, 5, 0]);
    assert.deepEqual(
      failed.map(({ code, problem }: { code: string; problem: { errors: unknown[] } }) => [
        code,
        (problem.errors[0] as { pointer: string }).pointer,
      ]),
      [['Android1', '/routes/android/link']],
    );
  });

  test('routes of a repeated PUT stay, and those of an earlier URI do not', async () => {
    const { change, link, edit, ok, setTemplates } = await shop();
    const put = (id: string, body: object) => ok('PUT', `external-ids/${id}`, body);
    const plain = await put('pinned', { uri: 'products/1' });
    const pinned = await put('pinned', { uri: 'products/1', routes: plain.routes });
    assert.deepEqual(pinned, plain);
    const bulk = { external_id: 'bulk', uri: 'products/2' };
    const { routes } = await put('bulk', { uri: bulk.uri });
    const body = { links: [{ ...bulk, routes }], on_conflict: 'update' };
    for (const dry_run of [true, false]) {
      const { results } = await ok('POST', 'smartlinks/bulk', { ...body, dry_run });
      assert.equal(results[0].status, 'existing');
    }
    const { code } = await put('moved', { uri: 'products/3' });
    await edit(code, { routes: { web: { link: 'https://shop.example/by-hand' } } });
    const moved = await put('moved', { uri: 'products/4' });
    assert.notEqual(moved.routes.web.link, 'https://shop.example/by-hand');
    await setTemplates('https://new.example');
    await change({ filter: {}, change: { routes: 'current_templates' } });
    assert.deepEqual((await link(plain.code)).routes, plain.routes);
    const [inBulk] = (await ok('GET', 'smartlinks?external_id=bulk')).smartlinks;
    assert.deepEqual(inBulk.routes, routes);
    assert.equal((await link(code)).routes.web.link, 'https://new.example/4');
    // Without routes in the request, those that were chosen stay; an empty object removes them.
    await put('pinned', { uri: 'products/1', routes: {} });
    assert.equal((await link(plain.code)).routes.web.link, 'https://new.example/1');
  });

  test('of routes that were edited ends with an import that creates them again', async () => {
    const { ok, change, edit, link, history, setTemplates } = await shop();
    const put = (body: object) => ok('PUT', 'external-ids/again', body);
    const { code } = await put({ uri: 'products/1' });
    await edit(code, { routes: { web: { link: 'https://shop.example/by-hand' } } });
    await put({ uri: 'products/1', routes: {} });
    assert.deepEqual(Object.keys((await history(code))[0].after), ['routes']);
    await setTemplates('https://new.example');
    await change({ codes: [code], change: { routes: 'current_templates' } });
    assert.equal((await link(code)).routes.web.link, 'https://new.example/1');
  });

  test('simultaneous changes of the same links lose nothing', async () => {
    const { make, change, link, history } = await shop();
    const codes = Array.from({ length: 20 }, (_, i) => `Same${i}`);
    for (const code of codes) await make(code);
    const tags = ['a', 'b', 'c', 'd'];
    const answers = await Promise.all(
      tags.map((tag) => change({ codes, change: { add_tags: [tag] } })),
    );
    let changed = 0;
    for (const answer of answers) {
      changed += answer.changed;
      for (const { problem } of answer.failed) assert.equal(problem.code, 'precondition_failed');
    }
    let stored = 0;
    for (const code of codes) {
      const { tags: all } = await link(code);
      stored += all.length;
      assert.equal((await history(code)).length, 1 + all.length);
    }
    assert.equal(stored, changed);
  });

  test('is refused with all errors, and for other callers', async () => {
    const { send } = await shop();
    const body = { codes: ['a'], filter: {}, change: { state: 'deleted', add_tags: [' a'] } };
    const refused = await send('POST', 'smartlinks/changes', body);
    assert.equal(refused.status, 422);
    assert.deepEqual(
      refused.json.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted(),
      ['/change/add_tags/0', '/change/state', '/filter'],
    );
    const fine = { filter: {}, change: { state: 'disabled' } };
    const path = '/manage/v1/smartlinks/changes';
    for (const [token, status] of [
      [service.owner.tokens.web, 403],
      [undefined, 401],
    ] as const) {
      assert.equal((await service.request('POST', path, { body: fine, token })).status, status);
    }
  });
});
