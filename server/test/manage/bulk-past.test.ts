import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { startService, type Answer, type Service } from '../harness.ts';

/** Requests that were accepted, then are sent again when the app would refuse their links. */
describe('links of a repeated request, although the app has changed so that it would refuse them', () => {
  let service: Service;
  before(async () => {
    service = await startService({ CLICKS: 'off' });
  });

  const manage = (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> =>
    service.request(method, `/manage/v1/${path}`, { headers, ...(body ? { body } : {}) });
  const bulk = (body: object, key?: string) =>
    manage('POST', 'smartlinks/bulk', body, key === undefined ? {} : { 'idempotency-key': key });
  const put = (id: string, body: object) => manage('PUT', `external-ids/${id}`, body);
  const set = async (change: object): Promise<void> => {
    const changed = await manage('PATCH', 'app', change);
    assert.equal(changed.status, 200, changed.text);
    await service.app.catchUp();
  };
  const accept = () => set({ platforms: { ipad: { enabled: true } }, metadata_schema: {} });
  /** A route without a link needs the platform, and metadata with `a` fails. */
  const refuseLinks = () =>
    set({
      platforms: { ipad: { enabled: false } },
      metadata_schema: { properties: { a: { maximum: 1 } } },
    });
  const refusedLinks = (name: string, members: object = {}) => [
    { uri: `${name}/1`, routes: { ipad: { fallback: '' } }, ...members },
    { uri: `${name}/2`, metadata: { a: 2 }, ...members },
  ];
  const outcomes = ({ json }: Answer): string[] =>
    json.results.map(
      ({ status, problem }: { status: string; problem?: { code: string } }) =>
        problem?.code ?? status,
    );
  const codes = ({ json }: Answer): string[] =>
    json.results.map(({ code }: { code: string }) => code);

  beforeEach(accept);

  for (const atomic of [false, true]) {
    test(`with a key, ${atomic ? 'atomic' : 'not atomic'}`, async () => {
      const body = { links: refusedLinks(`key ${atomic}`), atomic };
      const first = await bulk(body, `key ${atomic}`);
      assert.deepEqual(outcomes(first), ['created', 'created']);
      await refuseLinks();
      const again = await bulk(body, `key ${atomic}`);
      assert.deepEqual([again.status, again.json], [200, first.json]);
      const other = await bulk(body, `other ${atomic}`);
      if (!atomic) {
        assert.deepEqual(outcomes(other), ['validation_failed', 'validation_failed']);
      } else {
        const pointers = other.json.errors.map(({ pointer }: { pointer: string }) => pointer);
        assert.deepEqual(
          [other.status, pointers],
          [422, ['/links/0/routes/ipad/link', '/links/1/metadata/a']],
        );
      }
    });
  }

  test('with skip and the external ids of links that exist', async () => {
    const [one, two] = refusedLinks('skip');
    const links = [
      { ...one, external_id: 'S1' },
      { ...two, external_id: 'S2' },
    ];
    const first = await bulk({ links, on_conflict: 'skip' });
    await refuseLinks();
    const dry = await bulk({ links, on_conflict: 'skip', dry_run: true });
    const again = await bulk({ links, on_conflict: 'skip' });
    const atomic = await bulk({ links, on_conflict: 'skip', atomic: true });
    for (const answer of [dry, again, atomic]) {
      assert.deepEqual(outcomes(answer), ['existing', 'existing'], answer.text);
      assert.deepEqual(codes(answer), codes(first));
    }
    const unknown = [...links, { ...one, external_id: 'S3' }, { uri: '', external_id: 'S1' }];
    for (const dry_run of [true, false]) {
      const answer = await bulk({ links: unknown, on_conflict: 'skip', dry_run });
      const expected = ['existing', 'existing', 'validation_failed', 'validation_failed'];
      assert.deepEqual(outcomes(answer), expected);
      assert.match(answer.json.results[2].problem.detail, /^\/links\/2\/routes\/ipad\/link /);
    }
  });

  test('with unique', async () => {
    const links = refusedLinks('unique', { unique: true });
    const first = await bulk({ links });
    await refuseLinks();
    for (const options of [{ dry_run: true }, {}, { atomic: true }]) {
      const again = await bulk({ links, ...options });
      assert.deepEqual(outcomes(again), ['existing', 'existing'], again.text);
      assert.deepEqual(codes(again), codes(first));
    }
    const single = await manage('POST', 'smartlinks', links[0]);
    assert.deepEqual([single.status, single.json.code], [200, codes(first)[0]]);
    const named = links.map((link, index) => ({ ...link, external_id: `U${index}` }));
    for (const dry_run of [true, false]) {
      const taken = await bulk({ links: named, dry_run });
      assert.deepEqual(outcomes(taken), ['uri_taken', 'uri_taken']);
    }
  });

  test('a change by external id that leads where it did', async () => {
    const uri = `long/${'x'.repeat(1500)}`;
    const made = await put('long', { uri, name: 'One' });
    assert.equal(made.status, 201, made.text);
    const link = `https://shop.example/${':id/'.repeat(3)}`;
    await set({ templates: [{ name: 'long', pattern: 'long/:id', routes: { web: { link } } }] });
    assert.equal((await put('other', { uri })).json.code, 'validation_failed');
    const again = await put('long', { uri, name: 'Two' });
    assert.deepEqual([again.status, again.json.name], [200, 'Two'], again.text);
    assert.deepEqual(again.json.routes, made.json.routes);
    const links = [{ uri, external_id: 'long', name: 'Three' }];
    for (const dry_run of [true, false]) {
      const answer = await bulk({ links, on_conflict: 'update', dry_run });
      assert.deepEqual(outcomes(answer), ['updated'], answer.text);
    }
    const rerouted = await put('long', { uri, routes: { android: { fallback: '' } } });
    assert.equal(rerouted.json.code, 'validation_failed');
    await set({ templates: [] });
  });
});
