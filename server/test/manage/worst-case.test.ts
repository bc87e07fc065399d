import assert from 'node:assert/strict';
import { before, describe, test, type TestContext } from 'node:test';
import { PLATFORMS } from '../../src/domain/app/platform.ts';
import { startSession } from '../../src/actions/sessions/start-session.ts';
import { proof, type Answer } from '../harness.ts';
import { newStore } from '../store.ts';
import {
  assertNotAlwaysBlocking,
  assertNotBlocking,
  measuredService,
  type MeasuredService,
} from '../worst-case/measured-service.ts';
import {
  branchingTemplates,
  fillWithMaximumData,
  LINKS,
  LONG_LINK,
  LONG_URI,
  METADATA,
  worstCode,
} from '../worst-case/worst-app.ts';
import { CALLS, titleOf, type Call, type Takes } from './calls.ts';
import { openScene, type Scene } from './scene.ts';

const CALLERS: Partial<Record<Takes, string>> = {
  device: 'device',
  token: 'server',
  public: 'nobody',
  page: 'nobody',
};

/** A body of the maximum size. */
function filling(text: (index: number) => string): string[] {
  const all: string[] = [];
  for (let size = 0; ;) {
    const one = text(all.length);
    size += Buffer.byteLength(JSON.stringify(one)) + 1;
    if (size > 60_000) return all;
    all.push(one);
  }
}

const names = filling((index) => `n${index}`);
const unknown = Object.fromEntries(names.slice(0, 6000).map((name) => [name, 1]));
const someUnknown = Object.fromEntries(names.slice(0, 60).map((name) => [name, 1]));
const ones = Array.from({ length: 30_000 }, () => 1);
const metadata = JSON.parse(METADATA.deep) as unknown;
const templates = branchingTemplates();
const bad = names.slice(0, 1500).map((name) => ({ name, pattern: ':a/:a', routes: { wep: {} } }));

/** A route that expands to megabytes, and templates that fill a body with it. */
const greedy = Array.from({ length: 2 }, (_, i) => ({
  name: `greedy-${i}`,
  pattern: i === 0 ? '*a' : ':a/x',
  routes: Object.fromEntries(
    PLATFORMS.map((name) => {
      const scheme = name === 'web' ? 'https://shop.example' : `${name}.shop://x`;
      return [
        name,
        {
          link: `${scheme}/?${'*a'.repeat(900)}`,
          fallback: `https://x.example/?${'*a'.repeat(900)}`,
        },
      ];
    }),
  ),
}));

/** Nearly as many templates as a body can have, and as many branches as they can have. */
const longList = Array.from({ length: 12_000 }, (_, n) => ({
  name: `long-${n}`,
  pattern: `long/${n}/:id`,
  routes: { web: { link: `https://shop.example/p/:id?${'x'.repeat(220)}` } },
}));
const manyBranches = branchingTemplates(proof ? 200_000 : 90_000);

/** As many links as a request can have, with a body of nearly the maximum size. */
const many = Array.from({ length: 1000 }, (_, index) => ({
  uri: `${LONG_URI.slice(0, 1800)}${index}`,
  note: 'n'.repeat(1900),
}));

/** One long key above many numbers, of which one is examined digit by digit. */
const underLongKey = (length: number, numbers: number): Record<string, number[]> => ({
  ['/'.repeat(length)]: [...Array.from({ length: numbers }, () => 1), 0.12345678901234568],
});

/** Errors whose pointers contain a key that is as long as the body permits. */
const wrongUnderLongKey = (length: number): Record<string, unknown[]> => ({
  ['/'.repeat(length)]: [
    ...Array.from({ length: 100 }, () => true),
    ...Array.from({ length: 110 }, () => 0.12345678901234568),
  ],
});
/** A pattern with thousands of names, and many routes that use another one. */
const unknownNames = {
  name: 'x',
  pattern: Array.from({ length: 9000 }, (_, n) => `:a${n}`).join('/'),
  routes: {},
  rules: Array.from({ length: 20 }, () => ({
    when: { country: ['DE'] },
    routes: Object.fromEntries(
      ['web', 'iphone', 'ipad', 'android'].map((one) => [one, { link: 's://:zz' }]),
    ),
  })),
};

const DISABLE = { state: 'disabled' };
const REBUILD = { routes: 'current_templates' };

/** Calls that the list does not contain: long bodies, long responses, search parameters. */
const LONG_FINGERPRINT = { sha256_cert_fingerprints: ['g'.repeat(60_000)] };
const OPEN_BRACES = { pattern: '{'.repeat(60_000) };
const MORE: readonly Call[] = (
  [
    ['viewer', 'GET', 'smartlinks?limit=100'],
    ['viewer', 'GET', 'smartlinks?limit=100&sort=oldest'],
    ['viewer', 'GET', 'smartlinks?q=nowhere&limit=100'],
    ['viewer', 'GET', 'smartlinks?state=disabled&q=x'],
    ['viewer', 'GET', 'smartlinks?template=nothing&unique=true'],
    ['viewer', 'GET', 'smartlinks?q=x%2Fx&template=nothing'],
    ['viewer', 'GET', 'smartlinks?limit=100&tag=nothing'],
    ['viewer', 'GET', `smartlinks?q=${encodeURIComponent(LONG_URI.slice(0, 2000))}&limit=100`],
    ['viewer', 'GET', `smartlinks/${worstCode(1)}/history?limit=100`],
    ['viewer', 'GET', `smartlinks/${worstCode(1)}/metadata/versions?limit=100`],
    ['viewer', 'GET', `smartlinks/${worstCode(1)}/metadata/versions?limit=100&cursor=5`],
    ['viewer', 'GET', `smartlinks/${worstCode(1)}/metadata?version=7`],
    ['viewer', 'GET', `smartlinks/${worstCode(1)}/redemptions?limit=100`],
    ['viewer', 'GET', 'audit-log?limit=100'],
    ['viewer', 'GET', 'tokens?limit=100&cursor=4900'],
    ['viewer', 'GET', 'tags?q=nowhere'],
    ['viewer', 'POST', 'templates/try', { uri: LONG_URI, templates }],
    ['viewer', 'POST', 'templates/try', { uri: LONG_URI }],
    ['viewer', 'POST', 'templates/try', { uri: LONG_URI, templates: manyBranches }],
    ['viewer', 'POST', 'templates/try', { uri: 'long/5/5', templates: longList }],
    ['viewer', 'POST', 'templates/try', { templates: longList.map(() => 1) }],
    ['viewer', 'POST', 'templates/try', { templates: bad }],
    ['viewer', 'POST', 'templates/try', { uri: '&'.repeat(2000), templates: greedy }],
    ['viewer', 'POST', 'templates/try', { platforms: { web: { base: 'https://new.example' } } }],
    ['viewer', 'POST', 'app/preview', { visits: {}, page: 'open-app' }],
    ['viewer', 'POST', 'app/preview', { visits: {}, page: 'preview' }],
    ['editor', 'PATCH', 'app?dry_run=true', { templates }],
    ['editor', 'PATCH', 'app?dry_run=true', { templates: longList }],
    ['editor', 'PATCH', 'app?dry_run=true', { templates: manyBranches }],
    ['editor', 'PATCH', 'app?dry_run=true', { templates: bad }],
    ['editor', 'PATCH', 'app?dry_run=true', { templates: [] }],
    ['editor', 'PATCH', 'app?dry_run=true', { templates: names }],
    ['editor', 'PATCH', 'app?dry_run=true', { templates: ones }],
    ['viewer', 'POST', 'templates/try', { templates: ones }],
    ['viewer', 'POST', 'templates/try', { platforms: { android: { apps: [LONG_FINGERPRINT] } } }],
    ['viewer', 'POST', 'templates/try', { templates: [{ ...OPEN_BRACES, name: 'x', routes: {} }] }],
    ['viewer', 'POST', 'templates/try', { templates: [unknownNames] }],
    ['viewer', 'POST', 'metadata-schema/try', { schema: {}, value: wrongUnderLongKey(13_000) }],
    ['owner', 'POST', 'webhooks', { ...someUnknown, types: names.slice(0, 6000) }],
    ['editor', 'PATCH', `smartlinks/${worstCode(2)}`, { metadata: underLongKey(8000, 3500) }],
    ['editor', 'PATCH', `smartlinks/${worstCode(2)}`, { metadata: wrongUnderLongKey(13_000) }],
    ['owner', 'PATCH', 'app?dry_run=true', { platforms: { iphone: { apps: ones } } }],
    ['owner', 'PATCH', 'app?dry_run=true', { platforms: { android: { apps: ones } } }],
    ['owner', 'PATCH', 'app?dry_run=true', { hosts: ones }],
    ['owner', 'PATCH', 'app?dry_run=true', { hosts: names }],
    ['owner', 'PATCH', 'app?dry_run=true', unknown],
    ['editor', 'POST', 'smartlinks', { uri: LONG_URI, metadata, tags: names.slice(0, 20) }],
    ['editor', 'POST', 'smartlinks', { uri: LONG_URI, metadata: unknown }],
    ['editor', 'POST', 'smartlinks', { uri: LONG_URI, tags: names }],
    ['editor', 'PATCH', `smartlinks/${worstCode(2)}`, { metadata, tags: names.slice(0, 20) }],
    ['editor', 'PATCH', `smartlinks/${worstCode(2)}`, { routes: { web: { link: LONG_LINK } } }],
    ['editor', 'PATCH', `smartlinks/${worstCode(2)}`, unknown],
    ['viewer', 'GET', 'smartlinks/export?format=ndjson'],
    ['editor', 'POST', 'smartlinks/bulk', { links: many, dry_run: true }],
    ['editor', 'POST', 'smartlinks/bulk', { links: many }],
    ['editor', 'POST', 'smartlinks/bulk', { links: many, atomic: true }],
    ['editor', 'POST', 'smartlinks/bulk', { links: ones }],
    ['editor', 'POST', 'smartlinks/bulk', { links: [], ...unknown }],
    ['editor', 'POST', 'smartlinks/changes', { codes: names.slice(0, 1000), change: DISABLE }],
    ['editor', 'POST', 'smartlinks/changes', { codes: names, change: DISABLE }],
    ['editor', 'POST', 'smartlinks/changes', { filter: {}, change: { add_tags: ['worst'] } }],
    ['editor', 'POST', 'smartlinks/changes', { filter: {}, dry_run: true, change: REBUILD }],
    ['editor', 'POST', 'smartlinks/changes', { filter: { q: 'nowhere' }, change: DISABLE }],
  ] as const
).map(([takes, method, path, body]) => ({
  takes,
  method,
  path: `/manage/v1/${path}`,
  ...(body === undefined ? {} : { body }),
}));

const PROGRAMS: readonly Call[] = [
  { takes: 'token', method: 'POST', path: '/v2/smartlinks', body: { uri: LONG_URI, metadata } },
  { takes: 'token', method: 'POST', path: '/v2/smartlinks', body: unknown },
  ...[
    [8000, 3500],
    [30_000, 15_000],
  ].map(([length = 0, numbers = 0]): Call => {
    const body = { uri: 'a', metadata: underLongKey(length, numbers) };
    return { takes: 'device', method: 'POST', path: '/v2/smartlinks', body };
  }),
  ...[13_000, 58_000].map((length): Call => {
    const body = { uri: 'a', metadata: wrongUnderLongKey(length) };
    return { takes: 'device', method: 'POST', path: '/v2/smartlinks', body };
  }),
  { takes: 'device', method: 'POST', path: '/v2/smartlinks', body: { uri: '%/'.repeat(1000) } },
  { takes: 'public', method: 'GET', path: `/${worstCode(3)}` },
];

describe('the worst-case data of an app', { timeout: 900_000 }, () => {
  let scene: Scene;
  let service: MeasuredService;
  let manyAppsUser: Record<string, string>;
  const table: (readonly [ms: number, title: string])[] = [];

  before(async () => {
    const store = await newStore();
    scene = await openScene({ DATABASE_URL: store });
    await fillWithMaximumData(scene.service);
    const { db, now } = scene.service.app.ctx;
    // A user with thousands of apps and sessions.
    manyAppsUser = await db.transaction(async (tx) => {
      const member = { id: 'mem_1000000000000001', email: '', name: '' };
      const browser = { address: '127.0.0.1', userAgent: 'a browser', sessionId: undefined };
      const { secret } = await startSession(tx, member, browser, now());
      return { 'sec-fetch-site': 'same-origin', cookie: `smartlink=${secret}` };
    });
    service = await measuredService({ DATABASE_URL: store });
    await service.settled();
  });

  let used = 10;
  /** Returns the path with resources of the worst-case app. */
  const filled = async (path: string): Promise<string> => {
    if (!path.includes('{code}')) return scene.filled(path);
    const n = ++used;
    assert.ok(n < LINKS);
    return path.replace('{code}', worstCode(n)).replace('{redemption_id}', `redemption-${n}`);
  };

  /** Sends a call and records the longest time without a turn of the event loop. */
  const measure = async (call: Call, caller: Record<string, string>): Promise<Answer> => {
    const body = typeof call.body === 'function' ? await call.body(scene) : call.body;
    const path = await filled(call.path);
    await service.settled();
    const answer = await fetch(new URL(path, service.url), {
      method: call.method,
      redirect: 'manual',
      headers: { ...caller, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const { longestMs, totalMs } = await service.turns();
    const size = `${answer.status}, ${Math.round(text.length / 1024)} KB, ${Math.round(totalMs)} ms in all`;
    table.push([longestMs, `${call.method} ${path.slice(0, 80)} (${size})`]);
    return { status: answer.status, headers: answer.headers, text, json: undefined };
  };

  const trial = (signal?: AbortSignal): Promise<Response> =>
    fetch(new URL('/manage/v1/templates/try', service.url), {
      method: 'POST',
      headers: {
        authorization: `Token ${scene.service.owner.tokens.server}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ uri: LONG_URI, templates }),
      ...(signal ? { signal } : {}),
    });

  test('runs ten simultaneous template tests as one, while visits are served', async (t) => {
    await assertNotAlwaysBlocking(() => tenTrials(t), 3);
  });

  async function tenTrials(t: TestContext): Promise<number> {
    await service.settled();
    const trials = Promise.all(Array.from({ length: 10 }, () => trial()));
    const visits = { made: 0, going: true };
    const visiting = (async () => {
      for (; visits.going; visits.made++) {
        const answer = await fetch(new URL(`/${worstCode(4)}`, service.url), {
          redirect: 'manual',
        });
        assert.equal(answer.status, 302);
        await answer.text();
      }
    })();
    const answers = await trials;
    visits.going = false;
    await visiting;
    const { longestMs, totalMs } = await service.turns();
    t.diagnostic(
      `${longestMs.toFixed(1)} ms at the most, ${totalMs.toFixed(0)} ms in all, ${visits.made} visits`,
    );
    // Calls that arrive while the first one runs are rejected. A call that arrives after it
    // succeeds.
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(answers.every((answer) => answer.status === 200 || refused.includes(answer)));
    assert.ok(refused.length > 0);
    assert.ok(visits.made > 5, `${visits.made} visits`);
    return longestMs;
  }

  test('ends a template test when its client disconnects', async (t) => {
    await service.settled();
    await service.turns();
    await (await trial()).text();
    const { totalMs: completeMs } = await service.turns();
    const control = new AbortController();
    const gone = trial(control.signal);
    // The call has started when it has used a tenth of the CPU time of a complete one.
    for (let worked = 0; worked < completeMs / 10;) worked += (await service.turns()).totalMs;
    control.abort();
    await assert.rejects(gone, { name: 'AbortError' });
    const rest = await service.settled();
    t.diagnostic(`${rest.toFixed(0)} ms after the disconnect, of ${completeMs.toFixed(0)} ms`);
    assert.ok(rest < completeMs / 2, `${rest} ms of ${completeMs} ms`);
    const answer = await trial();
    assert.equal(answer.status, 200);
    await answer.text();
  });

  test('reads the rules once for many creates after a change', async (t) => {
    const create = async (): Promise<number> => {
      const answer = await fetch(new URL('/v2/smartlinks', service.url), {
        method: 'POST',
        headers: {
          authorization: `Token ${scene.service.owner.tokens.web}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ uri: 'section-5/a/x/b' }),
      });
      return answer.status;
    };
    const change = async (title: string): Promise<void> => {
      const answer = await fetch(new URL('/manage/v1/app', service.url), {
        method: 'PATCH',
        headers: {
          authorization: `Token ${scene.service.owner.tokens.server}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ visits: { title } }),
      });
      assert.equal(answer.status, 200);
      await answer.text();
      await service.settled();
    };
    await change('One');
    assert.equal(await create(), 201);
    const { totalMs: one } = await service.turns();
    await change('Two');
    const made = await Promise.all(Array.from({ length: 20 }, create));
    assert.deepEqual(new Set(made), new Set([201]));
    const { longestMs, totalMs } = await service.turns();
    t.diagnostic(
      `${longestMs.toFixed(1)} ms at the most, ${totalMs.toFixed(0)} ms in all; one: ${one.toFixed(0)} ms`,
    );
    assertNotBlocking(longestMs);
    assert.ok(totalMs < 5 * one + 200, `${totalMs} ms for 20 creates, ${one} ms for one`);
  });

  // Calls that remove all templates run last.
  const takesAll = ({ path, body }: Call): boolean =>
    path === '/manage/v1/app' && typeof body === 'object' && 'templates' in body;
  const calls = [...CALLS, ...MORE, ...PROGRAMS];

  for (const call of [...calls.filter((one) => !takesAll(one)), ...calls.filter(takesAll)]) {
    test(`${titleOf(call).slice(0, 100)} does not block the event loop`, async () => {
      const person = call.takes === 'person' || call.takes === 'founder' || call.takes === 'known';
      const caller = person ? manyAppsUser : await scene.headersOf(CALLERS[call.takes] ?? 'server');
      let isFirst = true;
      await assertNotAlwaysBlocking(async () => {
        const { status } = await measure(call, caller);
        if (isFirst) assert.ok(status < 500, String(status));
        isFirst = false;
        return table.at(-1)?.[0] ?? 0;
      }, 6);
    });
  }

  test('reports the slowest calls', (t) => {
    for (const [ms, title] of table.toSorted(([a], [b]) => b - a).slice(0, 60)) {
      t.diagnostic(`${ms.toFixed(1).padStart(8)} ms  ${title}`);
    }
  });
});
