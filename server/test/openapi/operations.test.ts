import assert from 'node:assert/strict';
import diagnostics from 'node:diagnostics_channel';
import { METHODS } from 'node:http';
import { test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { bounded } from '../fuzz/bounded.ts';
import type { Got } from '../fuzz/client.ts';
import { memberOf } from '../manage/people.ts';
import { HOST, openApi, operationsOf } from './api.ts';

/** Pages and files, which are not part of the API in the document. */
const PAGES = /^\/$|^\/(?:docs|dashboard)(?:\/|$)|^\/(?:openapi\.json|smart-banner\.js)$/;

/** Every path that the service has registered, with parameters as `{name}`. */
const registered = new Set<string>();
// Fastify publishes each instance that it creates, which gives access to all of its routes.
diagnostics.subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ url }) => void registered.add(url.replace(/:(\w+)/g, '{$1}')));
});

const { service, client, contract, authorized } = await openApi();

/** A value for each path parameter that names an existing resource. */
const WEBHOOK = (
  await service.request('POST', '/manage/v1/webhooks', {
    body: { url: 'https://hooks.shop.example/' },
  })
).json.webhook_id as string;
const samples: Readonly<Record<string, string>> = {
  code: (await service.create({ uri: 'https://e.example/x', metadata: { n: [1] } })).code,
  redemption_id: '0e6f7a52-5d0c-4b8e-9a3f-2f1f0c6f9d11',
  token_id: (await service.request('POST', '/manage/v1/tokens', { body: { kind: 'ipad' } })).json
    .token_id as string,
  external_id: 'SKU-7',
  host: HOST,
  webhook_id: WEBHOOK,
  event_id: (await service.request('POST', `/manage/v1/webhooks/${WEBHOOK}/test`)).json.event_id,
  session_id: 'ses_nothing',
  invitation_id: (
    await service.request('POST', '/manage/v1/invitations', {
      body: { email: 'asked@shop.example', role: 'viewer' },
    })
  ).json.invitation_id as string,
  member_id: (await memberOf(service, 'viewer@shop.example', 'viewer')).id,
};
await memberOf(service, 'owner@shop.example', 'owner');
await service.request('POST', '/client/v1/redemptions', {
  token: service.owner.tokens.web,
  body: { smartlink: samples.code, redemption_id: samples.redemption_id },
});

function filled(template: string): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const sample = samples[name];
    assert.ok(sample !== undefined, `add a sample above for {${name}} of ${template}`);
    return sample;
  });
  return bounded(path);
}

test('every operation is documented, and every documented operation responds', async () => {
  const documented = new Set<string>();
  // Operations that delete come last.
  const inOrder = operationsOf(contract).toSorted(
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
  const paths = [
    ...Object.keys(contract.document.paths),
    '/',
    '/docs/errors',
    '/docs/terms',
    '/openapi.json',
    '/smart-banner.js',
  ];
  for (const template of paths) {
    const item = contract.document.paths[template];
    if (item && !item.get) continue;
    for (const token of [authorized(), {}]) {
      const sent = { path: filled(template), headers: token };
      const get = await client.send({ method: 'GET', ...sent });
      const head = await client.send({ method: 'HEAD', ...sent });
      assert.equal(head.status, get.status, template);
      assert.equal(head.text, '', template);
      const comparable = ({ headers }: Got) => {
        // RFC 9110, 9.3.2: a stream has this header only while it is generated.
        const { 'transfer-encoding': _, ...others } = headers;
        return { ...others, date: '' };
      };
      assert.deepEqual(comparable(head), comparable(get), template);
    }
  }
});

test('every other method of every path returns 405 with Allow', async () => {
  const pages = [
    '/',
    '/docs',
    '/docs/errors',
    '/docs/terms',
    '/docs/static/index.css',
    '/dashboard',
    '/dashboard/apps/1',
    '/openapi.json',
    '/smart-banner.js',
  ].map((path) => [path, ['GET', 'HEAD']] as const);
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
