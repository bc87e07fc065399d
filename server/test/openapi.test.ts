import assert from 'node:assert/strict';
import diagnostics from 'node:diagnostics_channel';
import { METHODS } from 'node:http';
import { after, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import * as fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { metadataIssues } from '../src/domain/link/metadata.ts';
import { openClient, type Got, type Sent } from './fuzz/client.ts';
import { Contract, type ApiDocument } from './fuzz/contract.ts';
import { startService } from './harness.ts';
import { FROM_HERE, invited, memberOf, PASSWORD } from './manage/people.ts';

/** HTML pages, which are not part of the API in the document. */
const PAGES = /^\/$|^\/(?:docs|dashboard)(?:\/|$)|^\/openapi\.json$/;

/** Every path that the service has registered, with parameters as `{name}`. */
const registered = new Set<string>();
// Fastify publishes each instance that it creates, which gives access to all of its routes.
diagnostics.subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ url }) => void registered.add(url.replace(/:(\w+)/g, '{$1}')));
});

// Nothing listens on this port, so the check of a host sends nothing to the network.
const service = await startService({ DNS_SERVERS: '127.0.0.1:1' });
const client = openClient(service.url, 4);
after(() => client.close());
const contract = new Contract((await service.request('GET', '/openapi.json')).json as ApiDocument);
/** A value for each path parameter that names an existing resource. */
const samples: Readonly<Record<string, string>> = {
  code: (await service.create({ uri: 'https://e.example/x', metadata: { n: [1] } })).code,
  redemption_id: '0e6f7a52-5d0c-4b8e-9a3f-2f1f0c6f9d11',
  token_id: (await service.request('POST', '/manage/v1/tokens', { body: { kind: 'ipad' } })).json
    .token_id as string,
  host: 'go.shop.example',
  session_id: 'ses_nothing',
  invitation_id: (
    await service.request('POST', '/manage/v1/invitations', {
      body: { email: 'asked@shop.example', role: 'viewer' },
    })
  ).json.invitation_id as string,
  member_id: (await memberOf(service, 'viewer@shop.example', 'viewer')).id,
};
await service.request('PATCH', '/manage/v1/app', { body: { hosts: [samples.host] } });
const owner = await memberOf(service, 'owner@shop.example', 'owner');
await service.request('POST', '/client/v1/redemptions', {
  token: service.owner.tokens.web,
  body: { smartlink: samples.code, redemption_id: samples.redemption_id },
});

const authorized = (kind: 'server' | 'web' = 'server') => ({
  authorization: `Token ${service.owner.tokens[kind]}`,
});

function filled(template: string): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const sample = samples[name];
    assert.ok(sample !== undefined, `add a sample above for {${name}} of ${template}`);
    return sample;
  });
}

function operations() {
  return Object.entries(contract.document.paths).flatMap(([template, item]) =>
    Object.entries(item).map(([method, operation]) => ({ template, method, operation })),
  );
}

/** Yields every object of the document with its location. */
function* nodes(
  value: unknown,
  ...place: string[]
): Generator<[string[], Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [place, value as Record<string, unknown>];
  for (const [key, child] of Object.entries(value)) yield* nodes(child, ...place, key);
}

test('the document is valid OpenAPI 3.1 and its references resolve', async () => {
  const { valid, errors } = await new Validator({ strict: false }).validate(
    structuredClone(contract.document) as unknown as Record<string, unknown>,
  );
  assert.deepEqual({ valid, errors }, { valid: true, errors: undefined });
  assert.match(contract.document.openapi, /^3\.1\./);
  const references = [...nodes(contract.document)].flatMap(([, node]) =>
    typeof node.$ref === 'string' ? node.$ref : [],
  );
  assert.ok(references.length > 10);
  for (const reference of references) {
    const tokens = reference.replace(/^#\//, '').split('/');
    const target = tokens.reduce<unknown>(
      (node, token) => (node as Record<string, unknown> | undefined)?.[token],
      contract.document,
    );
    assert.equal(typeof target, 'object', `${reference} does not resolve`);
  }
});

test('every schema compiles, and every example is valid', () => {
  let examples = 0;
  for (const [place, node] of nodes(contract.document)) {
    if (place.includes('examples')) continue;
    const isSchema = place.at(-1) === 'schema' || place.at(-2) === 'schemas';
    // In strict mode, unknown keywords are errors too.
    const validate =
      isSchema || Array.isArray(node.examples) ? contract.schema(...place) : undefined;
    for (const example of (validate && (node.examples as unknown[] | undefined)) ?? []) {
      examples++;
      assert.ok(validate?.(example), `${place.join('/')}: ${JSON.stringify(validate?.errors)}`);
    }
  }
  assert.ok(examples >= 4, `only ${examples} examples`);
});

test('responses without a body are documented without one, and headers with a type', () => {
  for (const { template, method, operation } of operations()) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const where = `${method} ${template} ${status}`;
      if (status === '304') assert.equal(response.content, undefined, where);
      for (const [name, header] of Object.entries(response.headers ?? {})) {
        const { schema } = header as { schema?: { type?: string } };
        assert.equal(typeof schema?.type, 'string', `${where}: header ${name} has no type`);
      }
    }
  }
});

test('every operation is documented, and every documented operation responds', async () => {
  const documented = new Set<string>();
  // Operations that delete come last.
  const inOrder = operations().toSorted(
    (a, b) => +(a.method === 'delete') - +(b.method === 'delete'),
  );
  for (const { template, method } of inOrder) {
    documented.add(`${method.toUpperCase()} ${template}`);
    const token = authorized(template.startsWith('/client/') ? 'web' : 'server');
    const sent = { method: method.toUpperCase(), path: filled(template), headers: token };
    const got = await client.send(sent);
    assert.ok(![404, 405].includes(got.status), `${method} ${template} answers ${got.status}`);
    assert.equal(contract.issue(template, sent, got), undefined, `${method} ${template}`);
  }
  assert.ok(documented.size >= 4 && registered.has('/v2/smartlinks/{code}'));
  for (const template of registered) {
    if (PAGES.test(template) || template.endsWith('*')) continue;
    const path = filled(template);
    for (const method of METHODS) {
      if (method === 'CONNECT' || method === 'HEAD') continue;
      const { status } = await client.send({ method, path, headers: {} });
      if (status === 404 || status === 405) continue;
      const plain = template.replace(/(?<=.)\/$/, '');
      assert.ok(documented.has(`${method} ${plain}`), `${method} ${template} is not documented`);
    }
  }
});

test('HEAD returns the same as GET, without the body', async () => {
  const paths = [...Object.keys(contract.document.paths), '/', '/docs/errors', '/openapi.json'];
  for (const template of paths) {
    const item = contract.document.paths[template];
    if (item && !item.get) continue;
    for (const token of [authorized(), {}]) {
      const sent = { path: filled(template), headers: token };
      const get = await client.send({ method: 'GET', ...sent });
      const head = await client.send({ method: 'HEAD', ...sent });
      assert.equal(head.status, get.status, template);
      assert.equal(head.text, '', template);
      const comparable = ({ headers }: Got) => ({ ...headers, date: '' });
      assert.deepEqual(comparable(head), comparable(get), template);
    }
  }
});

test('every other method of every path returns 405 with Allow', async () => {
  const pages = ['/', '/docs/errors', '/openapi.json'].map(
    (path) => [path, ['GET', 'HEAD']] as const,
  );
  const documented = Object.keys(contract.document.paths).map(
    (path) => [path, contract.methods(path)] as const,
  );
  const paths: (readonly [string, readonly string[]])[] = [...documented, ...pages];
  for (const [template, allowed] of paths) {
    for (const method of METHODS) {
      if (allowed.includes(method) || method === 'CONNECT') continue;
      for (const path of [filled(template), `${filled(template)}/`.replace(/\/+$/, '/')]) {
        const sent = { method, path, headers: {} };
        const got = await client.send(sent);
        assert.equal(contract.problemIssue(sent, got, [405]), undefined, `${method} ${path}`);
        assert.deepEqual(String(got.headers.allow).split(', ').toSorted(), allowed, path);
      }
    }
  }
});

const FIRST = '6e0a7a52-5d0c-4b8e-9a3f-2f1f0c6f9d11';
const SECOND = '7e0a7a52-5d0c-4b8e-9a3f-2f1f0c6f9d11';

test('the responses of every operation match the document', async () => {
  const json = { ...authorized(), 'content-type': 'application/json' };
  const create = (body: string, headers: Sent['headers'] = json): Sent => ({
    method: 'POST',
    path: '/v2/smartlinks',
    headers,
    body,
  });
  const retrieve = (code: string, headers: Sent['headers'] = authorized()): Sent => ({
    method: 'GET',
    path: `/v2/smartlinks/${code}`,
    headers,
  });
  const made = { uri: 'https://e.example/y', metadata: { n: [1] }, redeem_limit: 1 };
  const { code } = await service.create(made);
  const other = await service.create({ uri: 'https://e.example/z' });
  const { headers } = await client.send(retrieve(code));
  const asApp = { ...authorized('web'), 'content-type': 'application/json' };
  const redeem = (link: string, id: string, as: Sent['headers'] = asApp): Sent => ({
    method: 'POST',
    path: '/client/v1/redemptions',
    headers: as,
    body: JSON.stringify({ smartlink: link, redemption_id: id }),
  });
  const resolve = (link: string, as: Sent['headers'] = asApp): Sent => ({
    method: 'GET',
    path: `/client/v1/smartlinks/${link}`,
    headers: as,
  });
  const managed = `/manage/v1/smartlinks/${code}`;
  const manage = (method: string, path = '', body?: string, more: Sent['headers'] = {}): Sent => ({
    method,
    path: managed + path,
    headers: { ...(body === undefined ? authorized() : json), ...more },
    body,
  });
  const manageAll = (method: string, path: string, body?: string): Sent => ({
    method,
    path: `/manage/v1/${path}`,
    headers: body === undefined ? authorized() : json,
    body,
  });
  /** A request of a browser from a page of the service. */
  const fromOwnPage = (method: string, path: string, body?: string): Sent => ({
    method,
    path: `/manage/v1/${path}`,
    headers: {
      ...FROM_HERE,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body,
  });
  /** The same with a session. */
  const withSession = (method: string, path: string, body?: string): Sent => {
    const sent = fromOwnPage(method, path, body);
    return { ...sent, headers: { ...sent.headers, cookie: owner.cookie } };
  };
  const viewer = await memberOf(service, 'other@shop.example', 'viewer');
  const asked = await service.request('POST', '/manage/v1/invitations', {
    body: { email: 'another@shop.example', role: 'viewer' },
  });
  const invitation = await invited(service, 'new@shop.example', 'viewer');
  const accepted = JSON.stringify({ invitation, name: 'New', password: PASSWORD });
  const whole = JSON.stringify({
    uri: 'b',
    code: 'Chosen',
    unique: true,
    tags: ['spring'],
    social: { title: 'B' },
    metadata: { n: [1] },
    routes: { web: { link: 'https://e.example/b' } },
  });
  const stale = { 'if-match': '"99"' };
  const seen: readonly [number, Sent][] = [
    [201, create('{"uri":"a","unique":true}')],
    [200, create('{"uri":"a","unique":true}')],
    [400, create('{"uri":')],
    [401, create('{"uri":"a"}', { 'content-type': 'application/json' })],
    [413, create(`{"uri":"${'a'.repeat(65_536)}"}`)],
    [415, create('<uri/>', { ...authorized(), 'content-type': 'text/xml' })],
    [422, create('{"uri":1,"x":2,"routes":{"web":{"link":""}}}')],
    [200, retrieve(code)],
    [200, retrieve(code, authorized('web'))],
    [304, retrieve(code, { ...authorized(), 'if-none-match': headers.etag ?? '' })],
    [404, retrieve('%zz')],
    [422, retrieve(`${code}?fields=routes`)],
    [401, retrieve(code, {})],
    [404, retrieve('BCDFGHJK')],
    [200, redeem(code, FIRST)],
    [200, redeem(`https://go.shop.example/${code}/?a=1`, FIRST.toUpperCase())],
    [409, redeem(code, SECOND)],
    [422, redeem(other.code, FIRST)],
    [422, redeem(code, 'x')],
    [404, redeem('BCDFGHJK', SECOND)],
    [401, redeem(code, SECOND, { 'content-type': 'application/json' })],
    [403, redeem(code, SECOND, json)],
    [200, resolve(code)],
    [404, resolve('BCDFGHJK')],
    [403, resolve(code, authorized())],
    [200, { method: 'GET', path: '/client/v1/app', headers: authorized('web') }],
    [401, { method: 'GET', path: '/client/v1/app', headers: {} }],
    [403, { method: 'GET', path: '/client/v1/app', headers: authorized() }],
    [200, manage('GET')],
    [403, manage('GET', '', undefined, authorized('web'))],
    [200, manage('GET', '/redemptions?limit=1')],
    [400, manage('GET', '/redemptions?limit=0')],
    [400, manage('GET', '/history?cursor=x')],
    [200, manage('POST', `/redemptions/${FIRST}/give-back`)],
    [404, manage('POST', `/redemptions/${SECOND}/give-back`)],
    [200, manage('PATCH', '', '{"redeem_limit":null,"metadata":{"a":["b"]}}')],
    [200, manage('GET', '/history')],
    [412, manage('PATCH', '', '{"redeem_limit":1}', stale)],
    [422, manage('PATCH', '', '{"redeem_limit":0,"state":"deleted","metadata":{"a":true},"x":1}')],
    [400, manage('PATCH', '', '{')],
    [412, manage('DELETE', '', undefined, stale)],
    [204, manage('DELETE')],
    [204, manage('DELETE')],
    [410, manage('PATCH', '', '{"redeem_limit":1}')],
    [410, redeem(code, SECOND)],
    [410, resolve(code)],
    [404, retrieve(code)],
    [200, manage('GET')],
    [201, manageAll('POST', 'smartlinks', whole)],
    [200, manageAll('POST', 'smartlinks', whole)],
    [409, manageAll('POST', 'smartlinks', '{"uri":"c","code":"Chosen"}')],
    [409, manageAll('POST', 'smartlinks', '{"uri":"b","code":"Other","unique":true}')],
    [422, manageAll('POST', 'smartlinks', '{"code":"-","tags":["",1],"social":{"title":""}}')],
    [400, manageAll('POST', 'smartlinks')],
    [200, manageAll('GET', 'smartlinks?limit=2&q=b&tag=spring&unique=true&state=active')],
    [400, manageAll('GET', 'smartlinks?sort=best')],
    [
      200,
      manageAll('PATCH', 'smartlinks/Chosen', '{"routes":{"web":null,"android":{"link":"a://b"}}}'),
    ],
    [
      422,
      manageAll('PATCH', 'smartlinks/Chosen', '{"routes":{"tv":null,"ipad":{}},"tags":["a","a"]}'),
    ],
    [201, manageAll('POST', 'tokens', '{"kind":"web"}')],
    [422, manageAll('POST', 'tokens', '{"kind":"tv"}')],
    [200, manageAll('GET', 'tokens')],
    [200, manageAll('GET', 'tokens?limit=1')],
    [400, manageAll('GET', 'tokens?cursor=x')],
    [200, manage('GET', '/metadata')],
    [200, manage('GET', '/metadata?version=1')],
    [404, manage('GET', '/metadata?version=99')],
    [400, manage('GET', '/metadata?version=x')],
    [200, manage('GET', '/metadata/versions?limit=1')],
    [200, manageAll('GET', 'tags?q=SPR')],
    [422, manageAll('GET', 'tags?q=a&q=b')],
    [400, manageAll('GET', 'tags?q=%00')],
    [200, manageAll('GET', 'doctor?network=true')],
    [400, manageAll('GET', 'doctor?network=x')],
    [
      200,
      manageAll(
        'POST',
        'templates/try',
        '{"uri":"a/b?c","templates":[{"name":"t","pattern":":x/*y","routes":{"web":{"link":"https://e.example/:x","skip_page":true}}}]}',
      ),
    ],
    [200, manageAll('POST', 'templates/try', '{}')],
    [422, manageAll('POST', 'templates/try', '{"uri":"","templates":[{}],"cursor":1}')],
    [400, manageAll('POST', 'templates/try')],
    [200, manageAll('POST', 'app/preview', '{"visits":{"title":"A"},"page":"open-app"}')],
    [422, manageAll('POST', 'app/preview', '{"visits":{"title":""}}')],
    [400, manageAll('POST', 'app/preview')],
    [200, manageAll('DELETE', `tokens/${samples.token_id}`)],
    [404, manageAll('DELETE', 'tokens/tok_x')],
    [200, manageAll('GET', 'audit-log?limit=100')],
    [200, fromOwnPage('GET', 'sign-in')],
    [403, { ...fromOwnPage('GET', 'sign-in'), headers: { 'sec-fetch-site': 'cross-site' } }],
    [401, fromOwnPage('POST', 'sign-in', `{"email":"nobody@shop.example","password":"x"}`)],
    [200, fromOwnPage('POST', 'sign-in', `{"email":"${owner.email}","password":"${PASSWORD}"}`)],
    [422, fromOwnPage('POST', 'sign-in', '{"email":1}')],
    [200, fromOwnPage('POST', 'invitations/look', JSON.stringify({ invitation }))],
    [200, fromOwnPage('POST', 'sign-in/oidc', JSON.stringify({ invitation, to: '/shop/links' }))],
    [422, fromOwnPage('POST', 'sign-in/oidc', '{"to":1}')],
    [200, fromOwnPage('POST', 'invitations/accept', accepted)],
    [410, fromOwnPage('POST', 'sign-in/oidc', JSON.stringify({ invitation }))],
    [410, fromOwnPage('POST', 'invitations/accept', accepted)],
    [410, fromOwnPage('POST', 'invitations/look', JSON.stringify({ invitation }))],
    [200, withSession('GET', 'me')],
    [403, manageAll('GET', 'me')],
    [200, withSession('PATCH', 'me', '{"name":"Olga"}')],
    [422, withSession('PATCH', 'me', '{"name":" ","password":{"old":"x","new":"y"}}')],
    [200, withSession('GET', 'sessions')],
    [404, withSession('DELETE', 'sessions/ses_nothing')],
    [200, withSession('GET', 'apps')],
    [201, withSession('POST', 'apps', '{"name":"toys"}')],
    [422, withSession('POST', 'apps', '{"name":"toys"}')],
    [422, withSession('GET', 'members')],
    [200, manageAll('GET', 'apps')],
    [200, manageAll('GET', 'members')],
    [201, manageAll('POST', 'invitations', '{"email":"late@shop.example","role":"editor"}')],
    [409, manageAll('POST', 'invitations', `{"email":"${owner.email}","role":"editor"}`)],
    [422, manageAll('POST', 'invitations', '{"email":"x","role":"king"}')],
    [200, manageAll('GET', 'members')],
    [200, manageAll('GET', `members/${owner.id}`)],
    [200, manageAll('PATCH', `members/${viewer.id}`, '{"role":"editor"}')],
    [
      412,
      {
        ...manageAll('PATCH', `members/${owner.id}`, '{"role":"editor"}'),
        headers: { ...json, ...stale },
      },
    ],
    [409, manageAll('PATCH', `members/${owner.id}`, '{"role":"editor"}')],
    [200, manageAll('DELETE', `members/${viewer.id}`)],
    [404, manageAll('DELETE', `members/${viewer.id}`)],
    [200, manageAll('DELETE', `invitations/${asked.json.invitation_id}`)],
    [404, manageAll('DELETE', `invitations/${asked.json.invitation_id}`)],
    [204, withSession('POST', 'sign-out')],
    [401, withSession('GET', 'me')],
    [401, withSession('GET', 'members')],
    [200, { method: 'GET', path: '/health/live', headers: {} }],
    [200, { method: 'GET', path: '/health/ready', headers: {} }],
  ];
  for (const [status, sent] of seen) {
    const got = await client.send(sent);
    const where = `${sent.method} ${sent.path} ${String(sent.body).slice(0, 40)}`;
    assert.equal(got.status, status, where);
    // The path cannot always be decoded, so the template has a default.
    const template = contract.template(sent.path) ?? '/v2/smartlinks/{code}';
    assert.equal(contract.issue(template, sent, got), undefined, where);
  }
});

/** JSON texts of all shapes, also with names that are dangerous in JavaScript. */
function documents(scalar: fc.Arbitrary<string>, leastKinds: boolean): fc.Arbitrary<string> {
  const key = fc.constantFrom('a', 'b', '', 'é', '__proto__', 'constructor', 'prototype', 'proto');
  const { value } = fc.letrec<{ value: string; object: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      scalar,
      fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join()}]`),
      tie('object'),
    ),
    object: fc
      .uniqueArray(fc.tuple(key, tie('value')), { maxLength: 4, selector: ([name]) => name })
      .map((pairs) => `{${pairs.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join()}}`),
  }));
  return leastKinds ? value : fc.oneof(value, fc.json());
}

test('the schema of metadata and the metadata rule agree', () => {
  const validate = contract.component('Metadata');
  const rule = (text: string) => metadataIssues(JSON.parse(text), text, '').length === 0;
  const schema = (text: string) => validate(JSON.parse(text));
  // Both check only the structure of these documents, so they must agree.
  const tame = fc.constantFrom('1', '-0.5', '"x"', '""', 'true', 'false', 'null');
  fc.assert(
    fc.property(documents(tame, true), (text) => assert.equal(schema(text), rule(text), text)),
    { numRuns: 5000 },
  );
  // For these documents, the rule may reject more than the schema, but never less.
  const wild = fc.oneof(
    tame,
    fc.constantFrom('1e400', '9007199254740993', '"\\u0000"', '"\\ud800"', '1e21'),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  );
  fc.assert(
    fc.property(documents(wild, false), (text) => {
      if (rule(text)) assert.ok(schema(text), `the rule accepts ${text}, the schema does not`);
      if (!schema(text)) assert.ok(!rule(text), `the schema rejects ${text}, the rule does not`);
    }),
    { numRuns: 5000 },
  );
});
