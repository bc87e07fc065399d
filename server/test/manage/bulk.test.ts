import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { SHOP, startService, type Answer, type Service } from '../harness.ts';

describe('links with an external_id', () => {
  let service: Service;
  before(async () => {
    service = await startService({ CLICKS: 'off' });
    await service.apply(SHOP);
  });

  const manage = (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> =>
    service.request(method, `/manage/v1/${path}`, { headers, ...(body ? { body } : {}) });
  const put = (id: string, body: object) =>
    manage('PUT', `external-ids/${encodeURIComponent(id)}`, body);
  const bulk = (body: object, key?: string) =>
    manage('POST', 'smartlinks/bulk', body, key === undefined ? {} : { 'idempotency-key': key });
  const found = async (id: string): Promise<{ code: string; version: number; uri: string }[]> =>
    (await manage('GET', `smartlinks?external_id=${encodeURIComponent(id)}`)).json.smartlinks;
  const statuses = ({ json }: Answer): string[] =>
    json.results.map(({ status }: { status: string }) => status);
  const history = async (code: string): Promise<{ action: string; changes: object }[]> =>
    (await manage('GET', `smartlinks/${code}/history`)).json.entries;

  test('the id is shown, found, changed, in the history and free after a deletion', async () => {
    const made = await manage('POST', 'smartlinks', { uri: 'a', external_id: 'A/1 ü' });
    assert.equal(made.status, 201, made.text);
    const { code } = made.json;
    assert.equal(made.json.external_id, 'A/1 ü');
    const taken = await manage('POST', 'smartlinks', { uri: 'b', external_id: 'A/1 ü' });
    assert.equal(taken.status, 409);
    assert.equal(taken.json.code, 'external_id_taken');
    assert.equal(taken.json.existing_code, code);
    const other = (await manage('POST', 'smartlinks', { uri: 'b' })).json.code;
    const conflict = await manage('PATCH', `smartlinks/${other}`, { external_id: 'A/1 ü' });
    assert.equal(conflict.json.existing_code, code);
    for (const query of ['external_id=A%2F1%20%C3%BC', 'q=A%2F1%20%C3%BC', 'q=a%2F1']) {
      const { smartlinks } = (await manage('GET', `smartlinks?${query}`)).json;
      assert.deepEqual(
        smartlinks.map((link: { code: string }) => link.code),
        [code],
        query,
      );
    }
    assert.deepEqual(await found('a/1 ü'), []);
    assert.equal((await manage('DELETE', `smartlinks/${code}`)).status, 204);
    assert.equal(
      (await manage('PATCH', `smartlinks/${other}`, { external_id: 'A/1 ü' })).status,
      200,
    );
    assert.match(JSON.stringify(await history(other)), /external_id/);
    assert.equal((await found('A/1 ü'))[0]?.code, other);
    const gone = await manage('GET', 'smartlinks?state=deleted&external_id=A%2F1%20%C3%BC');
    assert.equal(gone.json.smartlinks[0].code, code);
    const removed = await manage('PATCH', `smartlinks/${other}`, { external_id: null });
    assert.equal(removed.json.external_id, null);
  });

  test('PUT creates, then changes what it names; another URI creates the routes again', async () => {
    const made = await put('P 1', { uri: 'products/1', name: 'One', tags: ['a'] });
    assert.equal(made.status, 201, made.text);
    const again = await put('P 1', { uri: 'products/1' });
    assert.equal(again.status, 200, again.text);
    assert.deepEqual(again.json, made.json);
    const moved = await put('P 1', { uri: 'products/2', name: 'Two' });
    assert.equal(moved.json.code, made.json.code);
    assert.equal(moved.json.uri, 'products/2');
    assert.deepEqual(moved.json.tags, ['a']);
    assert.notDeepEqual(moved.json.routes, made.json.routes);
    const fresh = await manage('POST', 'smartlinks', { uri: 'products/2' });
    assert.deepEqual(moved.json.routes, fresh.json.routes);
    assert.equal((await history(made.json.code)).length, 2);
    const differs = await put('P 1', { uri: 'a', external_id: 'P 2' });
    assert.equal(differs.json.errors[0].pointer, '/external_id');
    assert.equal((await put('a\u0000', { uri: 'a' })).status, 422);
    assert.equal((await put('x'.repeat(201), { uri: 'a' })).status, 422);
  });

  test('a unique link stays unique for its new URI', async () => {
    const { code } = (await put('U', { uri: 'u/1', unique: true })).json;
    assert.equal((await put('U', { uri: 'u/2' })).status, 200);
    const same = await manage('POST', 'smartlinks', { uri: 'u/2', unique: true });
    assert.equal(same.json.code, code);
    const old = await manage('POST', 'smartlinks', { uri: 'u/1', unique: true });
    assert.equal(old.status, 201);
    const back = await put('U', { uri: 'u/1' });
    assert.equal(back.json.code, 'uri_taken');
  });

  test('50 simultaneous requests create one link', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => put('race', { uri: 'r', name: `n${index}` })),
    );
    const created = answers.filter(({ status }) => status === 201);
    assert.equal(created.length, 1);
    assert.ok(answers.every(({ status }) => status === 201 || status === 200));
    assert.equal(new Set(answers.map(({ json }) => json.code)).size, 1);
    const { code } = created[0]!.json;
    assert.equal((await history(code)).length, 50);
  });

  test('results are in order, with pointers into the request; others are written', async () => {
    const taken = (await put('B0', { uri: 'b/0' })).json.code;
    const links = [
      { uri: 'b/1', external_id: 'B1' },
      { uri: '', external_id: 'B2' },
      { uri: 'b/3', external_id: 'B0' },
      { uri: 'b/4', code: taken },
      { uri: 'b/5', tags: ['a', 5] },
      { uri: 'b/6', metadata: { n: 2 ** 60 } },
      { uri: 'b/7', external_id: 'B1' },
      { uri: 'b/8', metadata: { n: 0.5 } },
    ];
    const dry = await bulk({ links, dry_run: true });
    assert.deepEqual(await found('B1'), []);
    const answer = await bulk({ links });
    assert.equal(answer.status, 200, answer.text);
    const expected = [
      'created',
      'failed',
      'failed',
      'failed',
      'failed',
      'failed',
      'failed',
      'created',
    ];
    assert.deepEqual(statuses(answer), expected);
    assert.deepEqual(statuses(dry), expected);
    const pointers = answer.json.results.map(
      ({ problem }: { problem?: { errors: { pointer: string }[] } }) => problem?.errors[0]?.pointer,
    );
    assert.deepEqual(pointers, [
      undefined,
      '/links/1/uri',
      '/links/2/external_id',
      '/links/3/code',
      '/links/4/tags/1',
      '/links/5/metadata/n',
      '/links/6/external_id',
      undefined,
    ]);
    assert.equal(answer.json.created, 2);
    assert.equal(answer.json.results[2].problem.existing_code, taken);
  });

  test('existing links are skipped or changed', async () => {
    const links = [
      { uri: 'c/1', external_id: 'C1', name: 'n' },
      { uri: 'c/2', external_id: 'C2' },
    ];
    await bulk({ links: links.slice(0, 1) });
    assert.deepEqual(statuses(await bulk({ links, on_conflict: 'skip' })), ['existing', 'created']);
    const changed = [{ uri: 'c/1', external_id: 'C1', name: 'm' }, links[1]!];
    const updated = await bulk({ links: changed, on_conflict: 'update' });
    assert.deepEqual(statuses(updated), ['updated', 'existing']);
    assert.equal(
      (await manage('GET', `smartlinks/${updated.json.results[0].code}`)).json.name,
      'm',
    );
  });

  test('an atomic request writes all links or none', async () => {
    const links = Array.from({ length: 60 }, (_, i) => ({ uri: `d/${i}`, external_id: `D${i}` }));
    const invalid = await bulk({ links: [...links, { uri: 5 }], atomic: true });
    assert.equal(invalid.status, 422);
    assert.equal(invalid.json.errors[0].pointer, '/links/60/uri');
    const conflict = await bulk({
      links: [...links, { uri: 'd', external_id: 'D0' }],
      atomic: true,
    });
    assert.equal(conflict.status, 409, conflict.text);
    assert.equal(conflict.json.errors[0].pointer, '/links/60/external_id');
    assert.deepEqual(await found('D0'), []);
    const most = Array.from({ length: 200 }, (_, i) => ({ uri: `d/${i}`, external_id: `D${i}` }));
    const tooMany = await bulk({ links: [...most, { uri: 'd' }], atomic: true });
    assert.equal(tooMany.json.errors[0].pointer, '/links', tooMany.text);
    assert.equal((await bulk({ links: most, atomic: true })).json.created, 200);
  });

  test('the same key and body write once and get the same response', async () => {
    const links = Array.from({ length: 120 }, (_, i) => ({ uri: `e/${i}` }));
    const [first, second] = await Promise.all([bulk({ links }, 'key 1'), bulk({ links }, 'key 1')]);
    assert.equal(first.status, 200, first.text);
    assert.deepEqual(second.json, first.json);
    assert.deepEqual((await bulk({ links }, 'key 1')).json, first.json);
    const reused = await bulk({ links: links.slice(1) }, 'key 1');
    assert.equal(reused.json.code, 'idempotency_key_reused');
    const single = await manage('POST', 'smartlinks', links[0], { 'idempotency-key': 'key 1' });
    assert.equal(single.json.code, 'idempotency_key_reused');
  });

  test('a repeated update does not undo a later change', async () => {
    const body = { links: [{ uri: 'f', external_id: 'F', name: 'one' }], on_conflict: 'update' };
    await put('F', { uri: 'f' });
    assert.deepEqual(statuses(await bulk(body, 'key F')), ['updated']);
    await put('F', { uri: 'f', name: 'two' });
    assert.deepEqual(statuses(await bulk(body, 'key F')), ['updated']);
    assert.equal((await put('F', { uri: 'f' })).json.name, 'two');
  });

  test('hostile bodies are refused', async () => {
    const url = '/manage/v1/smartlinks/bulk';
    const send = (text: string) =>
      service.request('POST', url, { body: text, headers: { 'content-type': 'application/json' } });
    const deep = `{"links":[{"uri":"a","metadata":${'['.repeat(70)}${']'.repeat(70)}}]}`;
    const cases: readonly (readonly [body: string, status: number])[] = [
      ['{"links":[]}', 422],
      ['{"links":{}}', 422],
      ['{}', 422],
      ['[]', 422],
      ['{"links":[5]}', 422],
      ['{"links":[{"uri":"a"}],"x":1}', 422],
      ['{"links":[{"uri":"a"},]}', 400],
      ['{"links":[{"uri":"a"', 400],
      ['{"links":[{"uri":"a","uri":"b"}]}', 400],
      ['{"links":[{"uri":"a"}],"links":[]}', 400],
      [deep, 422],
      [`{"links":[${Array.from({ length: 1001 }, () => '{"uri":"a"}').join()}]}`, 422],
      [`{"links":[{"uri":"a","note":"${'x'.repeat(70_000)}"}]}`, 422],
      [`{"x":"${'x'.repeat(70_000)}","links":[{"uri":"a"}]}`, 422],
      [`{"links":["${'x'.repeat(4 * 1024 * 1024)}"]}`, 413],
    ];
    for (const [body, status] of cases) {
      const answer = await send(body);
      assert.equal(answer.status, status, `${body.slice(0, 60)}: ${answer.text.slice(0, 300)}`);
    }
  });

  test('a response has a bounded number of errors, of which each link that fails has one', async () => {
    const tags = Array.from({ length: 20 }, (_, n) => `\u0001${n}`);
    const links = Array.from({ length: 100 }, (_, n) => ({ uri: `bad/${n}`, tags }));
    const { json } = await bulk({ links });
    assert.equal(json.failed, 100);
    const errors = json.results.map(
      ({ problem }: { problem: { errors: object[] } }) => problem.errors,
    );
    const counts: number[] = errors.map((some: object[]) => some.length);
    assert.deepEqual(counts, [
      ...Array.from({ length: 50 }, () => 20),
      ...Array.from({ length: 50 }, () => 1),
    ]);
    assert.match(json.results[99].problem.detail, /^\/links\/99\/tags\/0 /);
    assert.equal(errors[99][0].pointer, '/links/99/tags/0');
  });

  test('an export has all links that match, as CSV and NDJSON', async () => {
    const tags = ['export', 'a, b'];
    const routes = { web: { link: 'https://shop.example/x' } };
    await put('=1+1', {
      uri: 'x/1',
      name: `'=2`,
      tags,
      routes,
      note: 'two\nlines',
      metadata: { a: '"' },
    });
    const links = Array.from({ length: 120 }, (_, i) => ({ uri: `x/${i}`, tags: ['export'] }));
    await bulk({ links });
    const csv = await manage('GET', 'smartlinks/export?tag=export');
    assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
    assert.equal(csv.text.split('\r\n').length, 123);
    assert.match(csv.text, /^external_id,uri,code,name,note,tags,unique,/);
    const line = csv.text.split('\r\n').find((one) => one.startsWith(`'=1+1,`)) ?? '';
    assert.match(line, /^'=1\+1,x\/1,\w+,''=2,"two\nlines","\[""export"",""a, b""\]",,/);
    const ndjson = await manage('GET', 'smartlinks/export?tag=export&format=ndjson');
    const lines = ndjson.text.trimEnd().split('\n');
    assert.equal(lines.length, 121);
    const { requested_routes: sent, ...last } = JSON.parse(lines.at(-1) ?? '') as {
      external_id: string;
      code: string;
      requested_routes: object;
    };
    assert.equal(last.external_id, '=1+1');
    assert.deepEqual(sent, routes);
    assert.deepEqual(last, (await manage('GET', `smartlinks/${last.code}`)).json);
  });

  test('are exported as one line each, whatever line breaks their metadata has', async () => {
    const planted = '{"uri":"https://evil.example/","code":"Sale2026"}';
    for (const gap of ['\n', '\r', '\r\n']) {
      const body = `{"uri":"gap","tags":["gaps"],"metadata":{"x":[${gap}${planted}${gap}],"y":"a\\nb"}}`;
      const made = await manage('POST', 'smartlinks', body as unknown as object);
      assert.equal(made.status, 201, made.text);
    }
    const { text } = await manage('GET', 'smartlinks/export?tag=gaps&format=ndjson');
    const lines = text.trimEnd().split(/\r\n|\r|\n/);
    assert.equal(lines.length, 3);
    for (const line of lines) {
      const { uri, metadata } = JSON.parse(line) as { uri: string; metadata: object };
      assert.deepEqual([uri, metadata], ['gap', { x: [JSON.parse(planted)], y: 'a\nb' }]);
    }
  });
});
