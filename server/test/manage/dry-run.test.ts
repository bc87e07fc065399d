import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { Random } from '../fuzz/random.ts';
import { proof, SHOP, startService, type Answer, type Service } from '../harness.ts';

const ROUNDS = proof ? 400 : 30;
const CODES = ['Dry1', 'Dry2', 'Dry3', 'Dry4'];
const EXTERNAL_IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const URIS = ['products/1', 'products/2', 'x', 'y', 'https://shop.example/z'];
const TIMES = [null, '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z', '2028-01-01T00:00:00Z'];
const METADATA = [{}, { percent: 10 }, { percent: 95 }, { coupon: 'x' }];
const SCHEMAS = [
  {},
  { properties: { percent: { maximum: 90 } } },
  { required: ['coupon'] },
  { additionalProperties: false },
];
const ROUTES = [{}, { web: { link: 'https://shop.example/w' } }, { ipad: { fallback: '@web' } }];

let service: Service;
before(async () => {
  service = await startService({ CLICKS: 'off' });
  await service.apply(SHOP);
});

const manage = (method: string, path: string, body?: object): Promise<Answer> =>
  service.request(method, `/manage/v1/${path}`, body ? { body } : {});

/** A request that is likely to be in conflict with what is stored and with itself. */
function batch(random: Random): object {
  const some = <T>(share: number, member: string, values: readonly T[]): object =>
    random.chance(share) ? { [member]: random.pick(values) } : {};
  const links = random.many(1, 12, () => ({
    uri: random.pick(URIS),
    ...some(0.7, 'external_id', EXTERNAL_IDS),
    ...some(0.6, 'unique', [true]),
    ...some(0.25, 'code', CODES),
    ...some(0.2, 'valid_from', TIMES.slice(1)),
    ...some(0.2, 'valid_until', TIMES),
    ...some(0.3, 'metadata', METADATA),
    ...some(0.3, 'routes', ROUTES),
    ...some(0.3, 'name', ['One', 'Two', '']),
    ...some(0.2, 'tags', [['t'], [], ['t', 't']]),
  }));
  return { links, on_conflict: random.pick(['update', 'update', 'update', 'skip', 'fail']) };
}

interface Result {
  readonly status: string;
  readonly code?: string;
  readonly smartlink?: string;
  readonly problem?: Problem;
}

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly pointer: string }[];
  readonly existing_code?: string;
}

/** A problem about a new link, without its code and the text that contains it. */
const withoutText = ({ code, errors }: Problem) => ({
  code,
  pointers: errors.map(({ pointer }) => pointer),
});

/** The results without the codes that the service drew: a dry run draws none. */
function withoutDrawn(results: readonly Result[], links: readonly { readonly code?: string }[]) {
  const isDrawn = ({ status, code }: Result, index: number) =>
    status === 'created' && code !== links[index]?.code;
  const drawn = new Set(results.filter(isDrawn).map(({ code }) => code ?? ''));
  return results.map(({ code, smartlink, problem, ...others }) => {
    const isNew = drawn.has(problem?.existing_code ?? ' ');
    return {
      ...others,
      ...(drawn.has(code ?? ' ') ? {} : { code, smartlink }),
      ...(problem && { problem: isNew ? withoutText(problem) : problem }),
    };
  });
}

/** The same of a dry run, whose problems about new links have another text. */
function ofDryRun(results: readonly Result[]) {
  return results.map(({ problem, code, smartlink, ...others }) => {
    const isNew = problem?.detail.startsWith('An earlier link of the dry run');
    return {
      ...others,
      ...(others.status === 'failed' || code !== undefined ? { code, smartlink } : {}),
      ...(problem && { problem: isNew ? withoutText(problem) : problem }),
    };
  });
}

/** Changes what is stored, so that the next request meets something else. */
async function disturb(random: Random): Promise<void> {
  if (random.chance(0.5)) {
    const changed = await manage('PATCH', 'app', { metadata_schema: random.pick(SCHEMAS) });
    assert.equal(changed.status, 200, changed.text);
  }
  const { smartlinks } = (await manage('GET', 'smartlinks?limit=100')).json;
  for (const { code } of smartlinks) {
    if (random.chance(0.3)) await manage('DELETE', `smartlinks/${code}`);
  }
  if (random.chance(0.5)) {
    const token = service.owner.tokens.web;
    const body = { uri: random.pick(URIS), unique: true };
    const { json } = await service.request('POST', '/v2/smartlinks', { token, body });
    const code = String(json.smartlink).split('/').at(-1);
    await manage('PATCH', `smartlinks/${code}`, { external_id: random.pick(EXTERNAL_IDS) });
  }
}

test('a dry run of a bulk request returns what the request returns', async (t) => {
  const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
  t.diagnostic(`FUZZ_SEED=${seed}`);
  const counts = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++) {
    const random = new Random(seed, round);
    const body = batch(random) as { links: { code?: string }[] };
    const where = `FUZZ_SEED=${seed}, round ${round}: ${JSON.stringify(body)}`;
    const dry = await manage('POST', 'smartlinks/bulk', { ...body, dry_run: true });
    const real = await manage('POST', 'smartlinks/bulk', body);
    assert.deepEqual([dry.status, real.status], [200, 200], where);
    const expected = withoutDrawn(real.json.results, body.links);
    assert.deepEqual(ofDryRun(dry.json.results), expected, where);
    for (const { status, problem } of real.json.results) {
      const kind = problem?.code ?? status;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    await disturb(random);
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(counts)));
  const kinds = ['created', 'existing', 'updated', 'validation_failed', 'uri_taken'];
  for (const kind of kinds) assert.ok(counts.has(kind), `no result was ${kind}`);
});

test('a dry run of a change of many links returns what the change returns', async (t) => {
  const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
  t.diagnostic(`FUZZ_SEED=${seed}`);
  const counts = new Map<string, number>();
  let compared = 0;
  for (let round = 0; compared < ROUNDS; round++) {
    const random = new Random(seed, 1_000_000 + round);
    await manage('POST', 'smartlinks/bulk', batch(random));
    await disturb(random);
    const restore = random.chance(0.6);
    const change = restore
      ? { restore: true }
      : { state: random.pick(['active', 'disabled', 'deleted']) };
    const body = { filter: restore ? { state: 'deleted' } : {}, change };
    const where = `FUZZ_SEED=${seed}, round ${round}: ${JSON.stringify(body)}`;
    const dry = (await manage('POST', 'smartlinks/changes', { ...body, dry_run: true })).json;
    const real = (await manage('POST', 'smartlinks/changes', body)).json;
    delete dry.samples;
    // On a busy machine, a request can end before it has read all links.
    if (dry.next_cursor !== undefined || real.next_cursor !== undefined) {
      assert.ok(round < 3 * ROUNDS, 'hardly any request reads all links');
      continue;
    }
    compared++;
    const byCode = (a: { code: string }, b: { code: string }) => (a.code < b.code ? -1 : 1);
    for (const answer of [dry, real]) answer.failed.sort(byCode);
    assert.deepEqual(dry, real, where);
    for (const { problem } of real.failed) {
      counts.set(problem.code, (counts.get(problem.code) ?? 0) + 1);
    }
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(counts)));
  assert.ok(counts.has('uri_taken') && counts.has('external_id_taken'));
});

test('a dry run names what two links of the request both want', async () => {
  const put = (id: string, body: object) => manage('PUT', `external-ids/${id}`, body);
  const own = (await put('own', { uri: 'own', unique: true })).json.code;
  await put('late', { uri: 'late', valid_from: '2027-01-01T00:00:00Z' });
  const links = [
    { uri: 'same', unique: true, external_id: 'first' },
    { uri: 'same', unique: true, external_id: 'second' },
    { uri: 'same', external_id: 'own' },
    { uri: 'late', external_id: 'late', valid_until: '2026-01-01T00:00:00Z' },
  ];
  const body = { links, on_conflict: 'update', dry_run: true };
  const { results } = (await manage('POST', 'smartlinks/bulk', body)).json;
  assert.deepEqual(
    results.map(({ status, problem }: { status: string; problem?: { code: string } }) => [
      status,
      problem?.code,
    ]),
    [
      ['created', undefined],
      ['failed', 'uri_taken'],
      ['failed', 'uri_taken'],
      ['failed', 'validation_failed'],
    ],
  );
  assert.deepEqual(results[1].problem.errors, [
    {
      pointer: '/links/1/uri',
      detail: 'An earlier link of the dry run is the unique link for this URI.',
    },
  ]);
  assert.equal(results[3].problem.errors[0].pointer, '/links/3/valid_until');
  assert.equal((await manage('GET', `smartlinks/${own}`)).json.uri, 'own');
});

test('a dry run does not tell whether another app has a code', async () => {
  const { server: token } = (await createApp(service.app.ctx, 'books')).tokens;
  const path = '/manage/v1/smartlinks';
  const [own, theirs] = [
    { uri: 'a', code: 'OwnCode' },
    { uri: 'a', code: 'TheirCode' },
  ];
  assert.equal((await service.request('POST', path, { body: own })).status, 201);
  assert.equal((await service.request('POST', path, { body: theirs, token })).status, 201);
  const links = [own, theirs, { uri: 'a', code: 'FreeCode' }];
  const outcomes = async (dry_run: boolean) => {
    const { json } = await manage('POST', 'smartlinks/bulk', { links, dry_run });
    return json.results.map(({ status, problem }: Result) => problem?.code ?? status);
  };
  assert.deepEqual(await outcomes(true), ['code_taken', 'created', 'created']);
  assert.deepEqual(await outcomes(false), ['code_taken', 'code_taken', 'created']);
});
