import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createLink } from '../../src/actions/links/create-link.ts';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { readLinkRequest } from '../../src/domain/link/link.ts';
import { parseJson } from '../../src/domain/text/json.ts';
import { startService, type Answer, type Service } from '../harness.ts';

describe('/manage/v1/smartlinks/:code/metadata', () => {
  let service: Service;
  before(async () => {
    service = await startService({ CLICKS: 'off' });
  });

  const links = '/manage/v1/smartlinks';
  const look = (code: string, rest = '', token = service.owner.tokens.server): Promise<Answer> =>
    service.request('GET', `${links}/${code}/metadata${rest}`, { token });
  /** Creates a link with exactly this text as metadata. */
  const made = async (metadata?: string): Promise<string> => {
    const more = metadata === undefined ? '' : `,"metadata":${metadata}`;
    const { status, json } = await service.request('POST', links, { body: `{"uri":"a"${more}}` });
    assert.equal(status, 201);
    return json.code;
  };
  const change = async (code: string, members: string): Promise<void> => {
    const { status } = await service.request('PATCH', `${links}/${code}`, { body: `{${members}}` });
    assert.equal(status, 200);
  };

  const FIRST = '{ "b": 1.50,\n "a" : "é\\u00e9", "metadata": [{"metadata": [1E2]}] }';
  const SECOND = '{"price":12345678.90,"2":"x","1":"y"}';

  test('returns only the document, byte for byte, with the ETag of the link', async () => {
    const code = await made(FIRST);
    const { status, text, headers } = await look(code);
    assert.deepEqual([status, text], [200, FIRST]);
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(headers.get('etag'), '"1"');
    await change(code, `"metadata":${SECOND}`);
    const now = await look(code);
    assert.deepEqual([now.text, now.headers.get('etag')], [SECOND, '"2"']);
    const stale = { body: '{"metadata":null}', headers: { 'if-match': '"1"' } };
    assert.equal((await service.request('PATCH', `${links}/${code}`, stale)).status, 412);
    const fresh = { body: '{"metadata":null}', headers: { 'if-match': '"2"' } };
    assert.equal((await service.request('PATCH', `${links}/${code}`, fresh)).status, 200);
    assert.equal((await look(code)).text, 'null');
    const head = await service.request('HEAD', `${links}/${code}/metadata`);
    assert.deepEqual([head.status, head.text, head.headers.get('etag')], [200, '', '"3"']);
  });

  test('every version can be read, with its author and time', async () => {
    const code = await made(FIRST);
    const other = await service.request('POST', '/manage/v1/tokens', { body: { kind: 'server' } });
    await change(code, `"metadata":${SECOND}`);
    await change(code, '"tags":["metadata"],"social":{"title":"\\"metadata\\":"}');
    await change(code, '"metadata":null');
    const again = { body: `{"metadata":${FIRST}}`, token: other.json.token as string };
    assert.equal((await service.request('PATCH', `${links}/${code}`, again)).status, 200);
    const { json } = await look(code, '/versions');
    const history = await service.request('GET', `${links}/${code}/history`);
    const entries = history.json.entries as { at: string; by: string }[];
    const { created_at } = (await service.request('GET', `${links}/${code}`)).json;
    const by = entries[1]?.by;
    assert.deepEqual(json, {
      versions: [
        { version: 4, current: true, at: entries[0]?.at, by: other.json.token_id, by_name: null },
        { version: 3, current: false, at: entries[1]?.at, by, by_name: null },
        { version: 2, current: false, at: entries[3]?.at, by, by_name: null },
        { version: 1, current: false, at: created_at, by, by_name: null },
      ],
      next_cursor: null,
    });
    const texts = await Promise.all([1, 2, 3, 4].map((n) => look(code, `?version=${n}`)));
    assert.deepEqual(
      texts.map(({ text }) => text),
      [FIRST, SECOND, 'null', FIRST],
    );
    assert.deepEqual(new Set(texts.map(({ headers }) => headers.get('etag'))), new Set(['"5"']));
    assert.equal((await look(code, '?version=5')).status, 404);
  });

  test('versions are listed in pages, each once', async () => {
    const code = await made(FIRST);
    for (let i = 2; i <= 7; i++) await change(code, `"metadata":{"n":${i}}`);
    for (const limit of [1, 2, 3, 6, 7, 8]) {
      const seen: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await look(code, `/versions?limit=${limit}${cursor && `&cursor=${cursor}`}`);
        const versions = page.json.versions as { version: number }[];
        assert.ok(versions.length > 0 && versions.length <= limit);
        seen.push(...versions.map(({ version }) => version));
        cursor = page.json.next_cursor as string | null;
      }
      assert.deepEqual(seen, [7, 6, 5, 4, 3, 2, 1], `limit ${limit}`);
    }
  });

  test('of many simultaneous changes, each version has its own author', async () => {
    const code = await made('{"n":0}');
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        service.request('PATCH', `${links}/${code}`, { body: { metadata: { n: i + 1 } } }),
      ),
    );
    const { json } = await look(code, '/versions');
    const history = await service.request('GET', `${links}/${code}/history`);
    const changes = (history.json.entries as { at: string; action: string; after: unknown }[])
      .filter(({ action }) => action === 'change')
      .toReversed();
    for (const [index, { at, after }] of changes.entries()) {
      const version = index + 2;
      const listed = json.versions.find((one: { version: number }) => one.version === version);
      assert.equal(listed.at, at);
      const { json: metadata } = await look(code, `?version=${version}`);
      assert.deepEqual(after, { metadata });
    }
  });

  test('a link without metadata has one version, by its creator', async () => {
    const { code } = await service.create({ uri: 'b' });
    assert.equal((await look(code)).text, 'null');
    const [only, ...more] = (await look(code, '/versions')).json.versions;
    assert.deepEqual([only.version, only.current, more], [1, true, []]);
    assert.match(only.by, /^tok_/);
    const parsed = parseJson('{"uri":"c"}');
    assert.ok('json' in parsed);
    const byHand = await createLink(
      service.app.ctx,
      { appId: service.owner.app.id, id: 'operator', platform: undefined },
      readLinkRequest(parsed.json, service.app.ctx.own()),
    );
    const [first] = (await look(byHand.code, '/versions')).json.versions;
    assert.equal(first.by, 'operator');
  });

  test('returns metadata of a deleted link, but not of another app', async () => {
    const code = await made(SECOND);
    await service.request('DELETE', `${links}/${code}`);
    assert.equal((await look(code)).text, SECOND);
    assert.equal((await look(code, '/versions')).json.versions.length, 1);
    const other = (await createApp(service.app.ctx, 'other')).tokens.server;
    for (const rest of ['', '?version=1', '/versions']) {
      assert.equal((await look(code, rest, other)).status, 404, rest);
      assert.equal((await look('BCDFGHJK', rest)).status, 404, rest);
      assert.equal((await look(code, rest, service.owner.tokens.web)).status, 403, rest);
    }
    const wrong = ['?version=0', '?version=x', '?version=', '?version=-1'];
    for (const rest of [...wrong, '?version=9999999999', '/versions?limit=0', '/versions?cursor=x'])
      assert.equal((await look(code, rest)).status, 400, rest);
    assert.equal((await look(code, '?version=1&version=2')).status, 422);
  });
});
