import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { smartlink, startService, type Answer, type Service } from '../harness.ts';
import { newStore } from '../store.ts';

const NAME = 'Spring poster 🌷';
const NOTE = 'Ordered by Léa.\n\tUntil May.';

describe('the name and the note of a link', () => {
  let service: Service;
  let store: string;
  before(async () => {
    store = await newStore();
    service = await startService({ CLICKS: 'off', DATABASE_URL: store });
  });

  const manage = (method: string, path: string, body?: object): Promise<Answer> =>
    service.request(method, `/manage/v1/${path}`, body === undefined ? {} : { body });
  const namesOf = ({ json }: Answer): unknown => [json.name, json.note];
  const pointersOf = ({ json }: Answer): string[] =>
    json.errors.map(({ pointer }: { pointer: string }) => pointer);

  test('are created, changed and removed, with a history', async () => {
    const made = await manage('POST', 'smartlinks', { uri: 'a', name: NAME, note: NOTE });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(namesOf(made), [NAME, NOTE]);
    assert.equal(made.headers.get('etag'), '"1"');
    const path = `smartlinks/${made.json.code}`;
    assert.deepEqual(namesOf(await manage('GET', path)), [NAME, NOTE]);
    const renamed = await manage('PATCH', path, { name: 'Poster' });
    assert.deepEqual(namesOf(renamed), ['Poster', NOTE]);
    assert.equal(renamed.headers.get('etag'), '"2"');
    assert.deepEqual(namesOf(await manage('PATCH', path, { name: null, note: null })), [
      null,
      null,
    ]);
    const { entries } = (await manage('GET', `${path}/history`)).json;
    assert.deepEqual(
      entries
        .map(({ before: from, after: to }: { before: object | null; after: object }) => [from, to])
        .slice(0, 2),
      [
        [
          { name: 'Poster', note: NOTE },
          { name: null, note: null },
        ],
        [{ name: NAME }, { name: 'Poster' }],
      ],
    );
    assert.equal(entries[2].after.name, NAME);
  });

  test('are in the list, and null for links without them', async () => {
    const { code } = await service.create({ uri: 'b' });
    assert.deepEqual(namesOf(await manage('GET', `smartlinks/${code}`)), [null, null]);
    const { smartlinks } = (await manage('GET', 'smartlinks?limit=1')).json;
    assert.deepEqual([smartlinks[0].code, smartlinks[0].name], [code, null]);
  });

  test('of an existing unique link stay', async () => {
    const body = { uri: 'only', unique: true };
    const first = await manage('POST', 'smartlinks', { ...body, name: 'First' });
    const again = await manage('POST', 'smartlinks', { ...body, name: 'Second' });
    assert.deepEqual([first.status, again.status], [201, 200]);
    assert.equal(again.json.name, 'First');
  });

  test('are limited, and reported together', async () => {
    for (const [method, path] of [
      ['POST', 'smartlinks'],
      ['PATCH', `smartlinks/${(await service.create({ uri: 'c' })).code}`],
    ] as const) {
      const uri = method === 'POST' ? { uri: 'c' } : {};
      const wrong = await manage(method, path, { ...uri, name: 'x'.repeat(121), note: '' });
      assert.deepEqual([wrong.status, pointersOf(wrong)], [422, ['/name', '/note']]);
      const odd = await manage(method, path, { ...uri, name: 'a\nb', note: 'a\u202eb' });
      assert.deepEqual([odd.status, pointersOf(odd)], [422, ['/name', '/note']]);
    }
  });

  test('are no part of /v2', async () => {
    const refused = await service.request('POST', '/v2/smartlinks', {
      body: { uri: 'd', name: 'D' },
    });
    assert.deepEqual([refused.status, pointersOf(refused)], [422, ['/name']]);
    const { json } = await manage('POST', 'smartlinks', { uri: 'd', name: NAME, note: NOTE });
    const got = await service.request('GET', `/v2/smartlinks/${json.code}`);
    assert.equal(got.status, 200);
    assert.doesNotMatch(got.text, /Spring|Ordered|name|note/);
  });

  test('are set and shown by commands', async () => {
    const run = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await smartlink(args, { DATABASE_URL: store });
      assert.equal(code, 0, stderr);
      return stdout;
    };
    const app = service.owner.app.name;
    const options = ['--app', app, '--name', NAME, '--external-id', 'SKU-7'];
    const address = (await run('link', 'create', 'e', ...options)).trim();
    assert.match(await run('link', 'show', address), new RegExp(`^name: ${NAME}$`, 'm'));
    assert.match(await run('link', 'show', address), /^external id: SKU-7$/m);
    await run('link', 'change', address, '--name', '', '--note', 'Only print');
    const shown = await run('link', 'show', address);
    assert.match(shown, /^note: Only print$/m);
    assert.doesNotMatch(shown, /^name:/m);
    assert.match(await run('link', 'list', '--app', app, '--limit', '1'), /^code .* name /);
  });
});

describe('the name of a token', () => {
  test('is shown wherever the token is', async () => {
    const DATABASE_URL = await newStore();
    const service = await startService({ CLICKS: 'off', DATABASE_URL });
    const create = (body: object): Promise<Answer> =>
      service.request('POST', '/manage/v1/tokens', { body });
    const made = await create({ kind: 'android', name: 'Beta' });
    assert.deepEqual([made.status, made.json.name], [201, 'Beta']);
    assert.equal((await create({ kind: 'web' })).json.name, null);
    for (const name of ['', ' a', 'a\nb', 'x'.repeat(61)]) {
      assert.equal((await create({ kind: 'web', name })).status, 422, JSON.stringify(name));
    }
    const { tokens } = (await service.request('GET', '/manage/v1/tokens')).json;
    const names = tokens.map(({ name }: { name: string | null }) => name);
    assert.deepEqual(names.slice(-2), ['Beta', null]);
    const app = service.owner.app.name;
    const command = (...args: string[]) =>
      smartlink(['token', ...args, '--app', app], { DATABASE_URL });
    assert.equal((await command('create', '--server', '--name', 'Newsletter')).code, 0);
    assert.match((await command('list')).stdout, /sl_server_\w+… +Newsletter/);
    assert.notEqual((await command('create', '--server', '--name', '')).code, 0);
    const { entries } = (await service.request('GET', '/manage/v1/audit-log?limit=1')).json;
    assert.equal(entries[0].after.name, 'Newsletter');
  });
});
