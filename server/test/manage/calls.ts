import type { Scene } from './scene.ts';

/**
 * What a call requires.
 * - `viewer`, `editor`, `owner`: this role in the app of the call, or a server token of the app
 * - `person`: a signed-in user with any apps
 * - `member`: a signed-in user with any role in the app of the call
 * - `founder`: a signed-in user who owns an app
 * - `known`: a signed-in user, or a server token
 * - `page`: a page of the service itself, also without a session
 * - `token`: any token of the app
 * - `device`: a platform token of the app
 * - `public`: nothing
 */
export type Takes =
  | 'viewer'
  | 'editor'
  | 'owner'
  | 'person'
  | 'member'
  | 'founder'
  | 'known'
  | 'page'
  | 'token'
  | 'device'
  | 'public';

export interface Call {
  readonly takes: Takes;
  readonly method: string;
  /** As in the OpenAPI document, with a query if it matters. */
  readonly path: string;
  /** A body that would have an effect. */
  readonly body?: object | ((scene: Scene) => Promise<object>);
  /** The body, not the path, names a resource of the app. */
  readonly names?: true;
}

type Body = Call['body'];
const all = (prefix: string, calls: readonly (readonly [Takes, string, string, Body?])[]): Call[] =>
  calls.map(([takes, method, path, body]) => ({
    takes,
    method,
    path: `${prefix}${path}`,
    ...(body === undefined ? {} : { body }),
  }));

/** Calls about one app. */
const OF_APPS = all('/manage/v1/', [
  ['viewer', 'GET', 'app'],
  ['editor', 'PATCH', 'app', { visits: { title: 'Shop' } }],
  ['editor', 'PATCH', 'app', { templates: [] }],
  ['editor', 'PATCH', 'app', { metadata_schema: {} }],
  ['owner', 'PATCH', 'app', { platforms: { ipad: { enabled: false } } }],
  ['owner', 'PATCH', 'app', async (scene) => ({ hosts: [`${scene.word()}.shop.example`] })],
  ['owner', 'PATCH', 'app', { visits: { title: 'Shop' }, hosts: [] }],
  ['owner', 'PATCH', 'app?dry_run=true', { hosts: [] }],
  ['viewer', 'POST', 'app/preview', { visits: { title: 'Shop' }, page: 'gone' }],
  ['viewer', 'GET', 'hosts'],
  ['owner', 'POST', 'hosts/{host}/check'],
  ['viewer', 'GET', 'doctor'],
  ['viewer', 'GET', 'doctor?network=true'],
  ['viewer', 'GET', 'setup'],
  ['viewer', 'GET', 'expiring-links'],
  ['viewer', 'POST', 'templates/try', { uri: 'a', templates: [] }],
  ['viewer', 'POST', 'metadata-schema/try', { schema: { type: 'object' } }],
  ['viewer', 'GET', 'tags'],
  ['member', 'GET', 'filters'],
  ['member', 'PATCH', 'filters', { save: [{ name: 'Spring', query: { tag: 'spring' } }] }],
  ['viewer', 'GET', 'audit-log'],
  ['viewer', 'GET', 'tokens'],
  ['owner', 'POST', 'tokens', { kind: 'server' }],
  ['owner', 'DELETE', 'tokens/{token_id}'],
  ['editor', 'GET', 'webhooks'],
  ['owner', 'POST', 'webhooks', { url: 'https://hooks.shop.example/' }],
  ['editor', 'GET', 'webhooks/{webhook_id}'],
  ['owner', 'PATCH', 'webhooks/{webhook_id}', { url: 'https://hooks.books.example/' }],
  ['owner', 'DELETE', 'webhooks/{webhook_id}'],
  ['owner', 'POST', 'webhooks/{webhook_id}/secret', {}],
  ['editor', 'POST', 'webhooks/{webhook_id}/test'],
  ['editor', 'POST', 'webhooks/{webhook_id}/replay', { since: '2026-11-24T00:00:00Z' }],
  ['editor', 'GET', 'webhooks/{webhook_id}/deliveries'],
  ['editor', 'GET', 'webhooks/{webhook_id}/deliveries/{event_id}'],
  ['editor', 'POST', 'webhooks/{webhook_id}/deliveries/{event_id}/replay'],
  ['viewer', 'GET', 'members'],
  ['viewer', 'GET', 'members/{member_id}'],
  ['owner', 'PATCH', 'members/{member_id}', { role: 'owner' }],
  ['owner', 'DELETE', 'members/{member_id}'],
  ['member', 'DELETE', 'membership'],
  [
    'owner',
    'POST',
    'invitations',
    async (scene) => ({ email: `${scene.word()}@shop.example`, role: 'owner' }),
  ],
  ['owner', 'DELETE', 'invitations/{invitation_id}'],
  ['viewer', 'GET', 'smartlinks'],
  ['viewer', 'GET', 'smartlinks?sort=clicks_30d'],
  ['editor', 'POST', 'smartlinks', { uri: 'a' }],
  ['editor', 'POST', 'smartlinks/changes', { filter: {}, limit: 3, change: { add_tags: ['all'] } }],
  [
    'editor',
    'POST',
    'social-preview/fetch',
    async (scene) => ({ url: `${scene.service.url}/docs` }),
  ],
  ['editor', 'POST', 'smartlinks/bulk', { links: [{ uri: 'a' }] }],
  ['editor', 'PUT', 'external-ids/{external_id}', { uri: 'a' }],
  ['viewer', 'GET', 'smartlinks/export'],
  ['viewer', 'GET', 'smartlinks/{code}'],
  ['editor', 'PATCH', 'smartlinks/{code}', { tags: ['a'], metadata: { a: '2' } }],
  ['editor', 'DELETE', 'smartlinks/{code}'],
  ['editor', 'POST', 'smartlinks/{code}/restore'],
  ['viewer', 'GET', 'smartlinks/{code}/explain'],
  ['viewer', 'GET', 'smartlinks/{code}/history'],
  ['viewer', 'GET', 'smartlinks/{code}/metadata'],
  ['viewer', 'GET', 'smartlinks/{code}/metadata/versions'],
  ['viewer', 'GET', 'smartlinks/{code}/redemptions'],
  ['editor', 'POST', 'smartlinks/{code}/redemptions/{redemption_id}/give-back'],
  ['viewer', 'GET', 'smartlinks/{code}/clicks'],
  ['viewer', 'GET', 'clicks'],
  ['viewer', 'GET', 'clicks/links'],
  ['viewer', 'GET', 'clicks/marks'],
  ['viewer', 'GET', 'clicks/marks?code={code}'],
  ['viewer', 'GET', 'clicks/tags'],
  ['viewer', 'GET', 'clicks/templates'],
  ['viewer', 'GET', 'clicks/settings'],
  ['viewer', 'GET', 'clicks/export'],
  ['viewer', 'GET', 'clicks/export?code={code}'],
  ['viewer', 'GET', 'clicks/stream?seconds=0'],
  ['viewer', 'GET', 'clicks/stream?seconds=0&code={code}'],
]);

/** Calls about a user, with any apps. */
const OF_PEOPLE = all('/manage/v1/', [
  ['page', 'GET', 'sign-in'],
  ['page', 'POST', 'sign-in', async (scene) => scene.credentials],
  ['page', 'GET', 'sign-in/oidc'],
  ['page', 'POST', 'sign-in/oidc', async (scene) => ({ invitation: await scene.invitation() })],
  // The provider redirects users here from its own site.
  ['public', 'GET', 'sign-in/oidc/callback?code=a&state=b'],
  ['page', 'POST', 'sign-out'],
  ['page', 'POST', 'invitations/look', async (scene) => ({ invitation: await scene.invitation() })],
  [
    'page',
    'POST',
    'invitations/accept',
    async (scene) => ({
      invitation: await scene.invitation(),
      password: scene.credentials.password,
    }),
  ],
  ['person', 'GET', 'me'],
  ['person', 'PATCH', 'me', { name: 'Somebody' }],
  ['person', 'GET', 'sessions'],
  ['person', 'DELETE', 'sessions/{session_id}'],
  ['known', 'GET', 'apps'],
  ['founder', 'POST', 'apps', async (scene) => ({ name: scene.word() })],
]);

/** Calls for programs and apps. */
const OF_PROGRAMS: readonly Call[] = [
  ...all('', [
    ['token', 'POST', '/v2/smartlinks', { uri: 'a' }],
    ['token', 'GET', '/v2/smartlinks/{code}'],
    ['device', 'GET', '/client/v1/smartlinks/{code}'],
    ['device', 'GET', '/client/v1/app'],
    ['public', 'GET', '/health/live'],
    ['public', 'GET', '/health/ready'],
  ]),
  {
    takes: 'device',
    method: 'POST',
    path: '/client/v1/redemptions',
    body: (scene) => scene.redemption(),
    names: true,
  },
  {
    takes: 'device',
    method: 'POST',
    path: '/client/v1/opens',
    body: (scene) => scene.open(),
    names: true,
  },
];

/** Every operation of the document, most with a body that would have an effect. */
export const CALLS: readonly Call[] = [...OF_APPS, ...OF_PEOPLE, ...OF_PROGRAMS];

/** Whether the HTTP method is safe. */
export function isSafe({ method }: Call): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/**
 * Whether the call names a resource of the app, not only the caller's app. Each app has external ids of its own: that of
 * another app's link names nothing here, and a `PUT` creates a link.
 */
export function namesSomething({ path, names }: Call): boolean {
  return names === true || path.replace('{external_id}', '').includes('{');
}

export function titleOf({ method, path, body }: Call): string {
  return `${method} ${path}${typeof body === 'object' ? ` ${JSON.stringify(body)}` : ''}`;
}
