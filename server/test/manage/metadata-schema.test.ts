import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import {
  SHOP,
  smartlink,
  startService,
  temporaryFolder,
  type Answer,
  type Service,
} from '../harness.ts';
import { newMigratedStore } from '../store.ts';

interface Issue {
  readonly pointer: string;
  readonly detail: string;
}

const APP_SCHEMA = {
  properties: {
    coupon: { enum: ['SECRET-WELCOME', 'SECRET-SPRING'] },
    percent: { type: 'integer', minimum: 1, maximum: 90 },
  },
  required: ['coupon'],
};
const TEMPLATES = [
  {
    name: 'product',
    pattern: 'products/:id',
    routes: {},
    metadata_schema: {
      properties: { steps: { items: { type: 'string' } } },
      additionalProperties: false,
    },
  },
  { name: 'free', pattern: 'free/:id', routes: {}, metadata_schema: {} },
  { name: 'blog', pattern: 'blog/:id', routes: {} },
];

const REQUIRED = { pointer: '/metadata/coupon', detail: 'is required' };
const STEP = { pointer: '/metadata/steps/1', detail: 'must be a string, not a number' };

describe('metadata schemas', () => {
  let service: Service;
  let environment: { DATABASE_URL: string };
  before(async () => {
    environment = { DATABASE_URL: await newMigratedStore() };
    service = await startService(environment);
    await service.apply(SHOP);
    await change({ metadata_schema: APP_SCHEMA, templates: TEMPLATES });
  });

  const manage = (method: string, path: string, body?: object, headers = {}): Promise<Answer> =>
    service.request(method, `/manage/v1/${path}`, { headers, ...(body && { body }) });
  const change = async (body: object): Promise<void> => {
    const changed = await manage('PATCH', 'app', body);
    assert.equal(changed.status, 200, changed.text);
  };
  const refused = (answer: Answer, issues: readonly Issue[]): void => {
    assert.equal(answer.status, 422, answer.text);
    assert.equal(answer.json.code, 'validation_failed');
    assert.deepEqual(answer.json.errors, issues);
  };
  const make = async (body: object): Promise<string> => {
    const made = await manage('POST', 'smartlinks', body);
    assert.equal(made.status, 201, made.text);
    return made.json.code;
  };

  it('refuse metadata of new links, of the app and of its templates', async () => {
    const CASES: readonly (readonly [uri: string, metadata: object, Issue[]])[] = [
      ['a', { coupon: 'SECRET-WELCOME', percent: 10, more: 'x' }, []],
      ['a', {}, [REQUIRED]],
      ['blog/1', {}, [REQUIRED]],
      [
        'a',
        { coupon: 'x', percent: 0.5 },
        [
          { pointer: '/metadata/coupon', detail: 'is not one of the allowed values' },
          { pointer: '/metadata/percent', detail: 'must be a whole number, not a fraction' },
        ],
      ],
      ['free/1', { anything: ['x'] }, []],
      ['products/1', { steps: ['a', 'b'] }, []],
      ['products/1', { steps: ['a', 1] }, [STEP]],
      [
        'products/1',
        { coupon: 'x' },
        [{ pointer: '/metadata/coupon', detail: 'is not an allowed key' }],
      ],
    ];
    for (const [uri, metadata, issues] of CASES) {
      for (const path of ['/v2/smartlinks', '/manage/v1/smartlinks']) {
        const answer = await service.request('POST', path, { body: { uri, metadata } });
        if (issues.length > 0) refused(answer, issues);
        else assert.equal(answer.status, 201, answer.text);
      }
    }
  });

  it('are not about links without metadata', async () => {
    await make({ uri: 'a' });
    assert.equal(typeof (await service.create({ uri: 'a' })).code, 'string');
  });

  it('report their errors with those of other fields', async () => {
    const body = { uri: 'a', metadata: { percent: 99 }, redeem_limit: 0, tags: [''] };
    const { errors } = (await manage('POST', 'smartlinks', body)).json;
    const pointers = errors.map(({ pointer }: Issue) => pointer);
    assert.deepEqual(pointers.toSorted(), [
      '/metadata/coupon',
      '/metadata/percent',
      '/redeem_limit',
      '/tags/0',
    ]);
    // What metadata can never contain is reported alone.
    refused(await manage('POST', 'smartlinks', { uri: 'a', metadata: { percent: true } }), [
      {
        pointer: '/metadata/percent',
        detail: 'must be a string, a number or an array, not a boolean',
      },
    ]);
    // The routes are wrong, but the template is known.
    const routed = { uri: 'products/1', metadata: { steps: ['', 1] }, routes: { tv: {} } };
    const both = (await manage('POST', 'smartlinks', routed)).json.errors;
    assert.deepEqual(both.at(-1), STEP);
    assert.equal(both.length, 2);
  });

  it('also refuse those of platform tokens, of bulk requests and of upserts', async () => {
    const { token } = (await manage('POST', 'tokens', { kind: 'web' })).json;
    const { status, json } = await service.request('POST', '/v2/smartlinks', {
      token,
      body: { uri: 'a', metadata: { coupon: 'x' } },
    });
    assert.equal(status, 422);
    assert.deepEqual(json.errors, [
      { pointer: '/metadata/coupon', detail: 'is not one of the allowed values' },
    ]);
    const links = [
      { uri: 'products/1', metadata: { steps: ['a', 1] } },
      { uri: 'products/1', metadata: { steps: ['a'] }, external_id: 'right' },
    ];
    for (const dry_run of [true, false]) {
      const { results } = (await manage('POST', 'smartlinks/bulk', { links, dry_run })).json;
      assert.deepEqual(results[0].problem.errors, [
        { ...STEP, pointer: '/links/0/metadata/steps/1' },
      ]);
      assert.equal(results[1].status, 'created');
    }
    const put = (id: string, body: object) => manage('PUT', `external-ids/${id}`, body);
    refused(await put('new', { uri: 'products/1', metadata: { steps: ['a', 1] } }), [STEP]);
    refused(await put('right', { uri: 'products/1', metadata: { steps: ['a', 1] } }), [STEP]);
    assert.equal((await put('right', { uri: 'products/1', name: 'Right' })).status, 200);
  });

  it('do not disclose their limits to platform tokens', async () => {
    const { token } = (await manage('POST', 'tokens', { kind: 'web' })).json;
    const body = { uri: 'a', metadata: { coupon: 'SECRET-SPRING', percent: 91 } };
    const known = await service.request('POST', '/v2/smartlinks', { body });
    refused(known, [{ pointer: '/metadata/percent', detail: 'must be at most 90' }]);
    const unknown = await service.request('POST', '/v2/smartlinks', { token, body });
    refused(unknown, [{ pointer: '/metadata/percent', detail: 'is too large' }]);
    // The address of the service has a random port.
    assert.doesNotMatch(unknown.text.replaceAll(service.url, ''), /90/);
  });

  it('refuse changed metadata of an upsert, and not what was stored before', async () => {
    const kept = { coupon: 'SECRET-SPRING', percent: 10 };
    const put = (body: object) =>
      manage('PUT', 'external-ids/kept', { uri: 'kept', metadata: kept, ...body });
    const upsert = async (more: object) => {
      const links = [{ uri: 'kept', external_id: 'kept', metadata: kept, ...more }];
      const body = { links, on_conflict: 'update' };
      const dry = (await manage('POST', 'smartlinks/bulk', { ...body, dry_run: true })).json;
      const real = (await manage('POST', 'smartlinks/bulk', body)).json;
      assert.deepEqual(dry, real);
      return real.results[0];
    };
    assert.equal((await put({})).status, 201);
    const stricter = { ...APP_SCHEMA, required: ['coupon', 'id'] };
    await change({ metadata_schema: stricter });
    const id = { pointer: '/metadata/id', detail: 'is required' };
    assert.equal((await put({ name: 'Kept' })).status, 200);
    assert.equal((await put({ uri: 'kept/2' })).status, 200);
    assert.equal((await upsert({ name: 'Bulk' })).status, 'updated');
    refused(await put({ metadata: { ...kept, percent: 11 } }), [id]);
    const failed = await upsert({ metadata: { ...kept, percent: 11 } });
    assert.deepEqual(failed.problem.errors, [{ ...id, pointer: '/links/0/metadata/id' }]);
    // A link that does not exist has no metadata that could stay.
    refused(await manage('PUT', 'external-ids/other', { uri: 'a', metadata: kept }), [id]);
    assert.equal((await put({ metadata: { ...kept, id: 1 } })).status, 200);
    await change({ metadata_schema: APP_SCHEMA });
  });

  it('refuse changed metadata by the template of the link; other changes pass', async () => {
    const code = await make({ uri: 'products/2', metadata: { steps: ['a'] } });
    const patch = (body: object) => manage('PATCH', `smartlinks/${code}`, body);
    refused(await patch({ metadata: { steps: ['a', 1] }, name: 'x' }), [STEP]);
    assert.equal((await patch({ metadata: { steps: ['a', 'b'] } })).status, 200);
    const stricter = { ...TEMPLATES[0], metadata_schema: { required: ['id'] } };
    await change({ templates: [stricter, ...TEMPLATES.slice(1)] });
    const stored = (await manage('GET', `smartlinks/${code}`)).json;
    assert.deepEqual(stored.metadata, { steps: ['a', 'b'] });
    for (const body of [{ name: 'Other' }, { state: 'disabled' }, { metadata: stored.metadata }]) {
      assert.equal((await patch(body)).status, 200);
    }
    const id = { pointer: '/metadata/id', detail: 'is required' };
    refused(await patch({ metadata: { steps: [] } }), [id]);
    assert.equal((await patch({ metadata: null })).status, 200);
    refused(await patch({ metadata: { steps: ['a', 'b'] } }), [id]);
    // Without its template, the schema of the app counts.
    await change({ templates: TEMPLATES.slice(1) });
    refused(await patch({ metadata: { id: 1 } }), [REQUIRED]);
    await change({ templates: TEMPLATES });
  });

  it('can be removed', async () => {
    await change({ metadata_schema: {} });
    await make({ uri: 'a', metadata: {} });
    assert.deepEqual((await manage('GET', 'app')).json.metadata_schema, {});
    await change({ metadata_schema: APP_SCHEMA });
    refused(await manage('POST', 'smartlinks', { uri: 'a', metadata: {} }), [REQUIRED]);
  });

  it('that are wrong are refused, with all errors', async () => {
    const wrong = { properties: { a: { pattern: 'x' } }, anyOf: [], type: 'string' };
    const issues = [
      { pointer: '/anyOf', detail: 'the keyword "anyOf" is not supported' },
      {
        pointer: '/properties/a/pattern',
        detail:
          'the keyword "pattern" is not supported: a regular expression can take unbounded time',
      },
    ];
    const under = (at: string) =>
      issues.map((issue) => ({ ...issue, pointer: at + issue.pointer }));
    refused(await manage('PATCH', 'app', { metadata_schema: wrong }), under('/metadata_schema'));
    const templates = [{ name: 'a', pattern: 'a', routes: {}, metadata_schema: wrong }];
    const at = '/templates/0/metadata_schema';
    refused(await manage('PATCH', 'app', { templates }), under(at));
    for (const kind of [true, null, 'x', []]) {
      const { status, json } = await manage('PATCH', 'app', { metadata_schema: kind });
      assert.equal(status, 422);
      assert.match(json.errors[0].detail, /^must be an object, not /);
    }
    assert.deepEqual((await manage('GET', 'app')).json.metadata_schema, APP_SCHEMA);
  });

  it('can be tried', async () => {
    const tried = async (body: object): Promise<unknown> => {
      const answer = await manage('POST', 'metadata-schema/try', body);
      assert.equal(answer.status, 200, answer.text);
      return answer.json.errors;
    };
    assert.deepEqual(await tried({ schema: APP_SCHEMA }), []);
    assert.deepEqual(await tried({ schema: APP_SCHEMA, value: { coupon: 'SECRET-SPRING' } }), []);
    assert.deepEqual(await tried({ schema: APP_SCHEMA, value: {} }), [
      { pointer: '/value/coupon', detail: 'is required' },
    ]);
    assert.deepEqual(await tried({ schema: {}, value: { a: null } }), [
      { pointer: '/value/a', detail: 'must be a string, a number or an array, not null' },
    ]);
    assert.deepEqual(await tried({ schema: [], value: {} }), [
      { pointer: '/schema', detail: 'must be an object, not an array' },
    ]);
    const uri = async (text: string): Promise<unknown> =>
      (await manage('POST', 'templates/try', { uri: text })).json.uri.metadata_schema;
    assert.deepEqual(await uri('a'), APP_SCHEMA);
    assert.deepEqual(await uri('products/1'), TEMPLATES[0]?.metadata_schema);
    assert.deepEqual(await uri('free/1'), {});
  });

  it('count for commands', async () => {
    const create = (uri: string, metadata: object) => {
      const text = JSON.stringify(metadata);
      return smartlink(['link', 'create', '--app', 'shop', uri, '--metadata', text], environment);
    };
    assert.equal((await create('products/9', { steps: ['x'] })).code, 0);
    const ran = await create('products/9', { steps: ['x', 1] });
    assert.equal(ran.code, 2);
    assert.match(ran.stderr, /--metadata.*must be a string, not a number/);
    const shown = await smartlink(['app', 'show', 'shop', '--json'], environment);
    assert.deepEqual(JSON.parse(shown.stdout).metadata_schema, APP_SCHEMA);
  });

  it('can be checked without a database', async () => {
    const folder = temporaryFolder();
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const schema = file('schema.json', JSON.stringify(APP_SCHEMA));
    const check = (args: readonly string[], input?: string) =>
      smartlink(['schema', 'check', ...args], { DATABASE_URL: 'sqlite:/nothing/x.db' }, input);
    const right = await check([schema]);
    assert.deepEqual([right.code, right.stdout], [0, 'no errors\n']);
    const wrong = await check([schema, '--value', '-'], '{"percent": 1e2}');
    assert.deepEqual(
      [wrong.code, wrong.stdout],
      [1, '/value/coupon is required\n/value/percent must be at most 90\n'],
    );
    const unsupported = await check(['-', '--json'], '{"format":"uri"}');
    assert.equal(unsupported.code, 1);
    assert.deepEqual(JSON.parse(unsupported.stdout), {
      errors: [{ pointer: '/schema/format', detail: 'the keyword "format" is not supported' }],
    });
    assert.equal((await check(['-', '--value', '-'], '{}')).code, 2);
    assert.equal((await check([join(folder, 'nothing.json')])).code, 1);
    assert.match((await check(['-'], '{')).stderr, /^smartlink: standard input is not JSON/);
    const windows = file('windows.json', `\uFEFF${JSON.stringify(APP_SCHEMA)}`);
    assert.deepEqual([(await check([windows])).code, (await check([schema])).code], [0, 0]);
    const half = file('half.json', '{');
    const ran = await check([schema, '--value', half]);
    assert.match(ran.stderr, /^smartlink: \S+half\.json is not JSON/);
  });
});
