import { randomUUID } from 'node:crypto';
import { createApp, type CreatedApp } from '../../src/actions/apps/create-app.ts';
import { endSession } from '../../src/storage/sessions.ts';
import { generateMemberId, startSession } from '../../src/actions/sessions/start-session.ts';
import type { Overrides } from '../../src/store.ts';
import type { Environment } from '../../src/config.ts';
import type { Role } from '../../src/domain/access/role.ts';
import { SESSION_MAX_MS } from '../../src/domain/access/session.ts';
import { insertMember } from '../../src/storage/members.ts';
import { findAppMember, saveMembership } from '../../src/storage/memberships.ts';
import { startService, type Service } from '../harness.ts';
import { FROM_HERE, invited, memberOf, PASSWORD } from './people.ts';

type Headers = Readonly<Record<string, string>>;
type Membership = readonly [appId: string, role: Role];

/** A service with two apps, `shop` and `books`, and all kinds of callers. */
export interface Scene {
  readonly service: Service;
  readonly books: CreatedApp;
  /** The credentials of a user with a password. */
  readonly credentials: { readonly email: string; readonly password: string };
  /** Returns a new word. */
  word(): string;
  /** Returns the secret of a new invitation to the shop. */
  invitation(): Promise<string>;
  /** Returns the body of a redemption that would be granted. */
  redemption(): Promise<{ smartlink: string; redemption_id: string }>;
  /** Returns the body of a report that would be counted. */
  open(): Promise<{ smartlink: string; open_id: string }>;
  /** Adds a new member to the shop; returns the id. */
  join(role: Role): Promise<string>;
  /** Returns the headers of the browser of a member who has just signed in. */
  enter(memberId: string): Promise<Headers>;
  /** Returns the headers of a caller, with a new session or a token, and with the roles of the caller. */
  headersOf(caller: string): Promise<Headers>;
  /** Replaces each parameter of a path with an existing resource of the shop. */
  filled(path: string, caller?: string): Promise<string>;
}

export async function openScene(
  environment: Environment = {},
  overrides: Overrides = {},
): Promise<Scene> {
  const service = await startService(
    {
      // Nothing listens there, so a check of a host ends at once and stays on this machine.
      DNS_SERVERS: '127.0.0.1:1',
      // The page that is read for a social preview is one of the service itself.
      WEBHOOK_PRIVATE_TARGETS: 'on',
      ...environment,
    },
    overrides,
  );
  const { app, owner } = service;
  const { db, now } = app.ctx;
  const shop = owner.app.id;
  const books = await createApp(app.ctx, 'books');
  const request = async (path: string, body: object, token = owner.tokens.server) =>
    (await service.request('POST', path, { body, token })).json;
  let webhook = '';
  let words = 0;
  const word = (): string => `word${words++}`;

  const membershipsOf = new Map<string, readonly Membership[]>();
  /** Creates a user with these roles and without a password, because hashing is slow. */
  const person = (...memberships: readonly Membership[]): Promise<string> =>
    db.transaction(async (tx) => {
      const id = generateMemberId();
      const email = `${word()}@shop.example`;
      await insertMember(tx, { id, email, name: '', password: null }, now());
      for (const [appId, role] of memberships) await saveMembership(tx, appId, id, role, now());
      membershipsOf.set(id, memberships);
      return id;
    });
  /** Makes a user a member again of the apps that they have left by a call. */
  const rejoin = async (id: string): Promise<void> => {
    for (const [appId, role] of membershipsOf.get(id) ?? []) {
      if (await findAppMember(db, appId, id)) continue;
      await db.transaction((tx) => saveMembership(tx, appId, id, role, now()));
    }
  };
  const begin = (memberId: string, at = now(), ended = false) =>
    db.transaction(async (tx) => {
      const browser = { address: '127.0.0.1', userAgent: 'a browser', sessionId: undefined };
      const session = await startSession(tx, { id: memberId, email: '', name: '' }, browser, at);
      if (ended) await endSession(tx, session.me.sessionId, at);
      return session;
    });

  const cookie = (secret: string): Headers => ({ ...FROM_HERE, cookie: `smartlink=${secret}` });
  const credentials = { email: 'ada@shop.example', password: PASSWORD };
  const ada = (await memberOf(service, credentials.email, 'owner')).id;
  const stranger = await person([books.app.id, 'owner']);
  const guest = await person([shop, 'viewer'], [books.app.id, 'owner']);
  const people: Readonly<Record<string, string>> = {
    viewer: await person([shop, 'viewer']),
    editor: await person([shop, 'editor']),
    owner: await person([shop, 'owner']),
    guest,
    undecided: guest,
    stranger,
    intruder: stranger,
    // Another person than `stranger`: both send the call with which they leave the app.
    rival: await person([books.app.id, 'owner']),
    removed: await person(),
    'signed-out': ada,
    'too-old': ada,
  };
  const naming: Headers = { 'smartlink-app': 'shop' };
  const MORE: Readonly<Record<string, Headers>> = { guest: naming, intruder: naming };
  const revoked = await request('/manage/v1/tokens', { kind: 'server' });
  await service.request('DELETE', `/manage/v1/tokens/${revoked.token_id}`);
  const tokens: Readonly<Record<string, string>> = {
    server: owner.tokens.server,
    'other-server': books.tokens.server,
    device: owner.tokens.web,
    holder: owner.tokens.web,
    'other-device': books.tokens.web,
    revoked: revoked.token,
    'made-up': `sl_server_${'A'.repeat(40)}`,
  };

  const scene: Scene = {
    service,
    books,
    credentials,
    word,
    invitation: () => invited(service, `${word()}@shop.example`, 'editor'),
    redemption: async () => {
      const { code } = await service.create({ uri: 'x', metadata: { a: '1' } });
      return { smartlink: code, redemption_id: randomUUID() };
    },
    open: async () => {
      const { code } = await service.create({ uri: 'x' });
      return { smartlink: code, open_id: randomUUID() };
    },
    join: (role) => person([shop, role]),
    enter: async (memberId) => cookie((await begin(memberId)).secret),
    async headersOf(caller) {
      const token = tokens[caller];
      if (token !== undefined) return { authorization: `Token ${token}` };
      if (caller === 'nobody') return FROM_HERE;
      if (caller === 'invented') return cookie('A'.repeat(40));
      const at = caller === 'too-old' ? now() - SESSION_MAX_MS + 1000 : now();
      const id = people[caller] ?? '';
      await rejoin(id);
      const { secret } = await begin(id, at, caller === 'signed-out');
      return { ...cookie(secret), ...MORE[caller] };
    },
    async filled(path, caller = 'owner') {
      const FRESH: Readonly<Record<string, () => Promise<string>>> = {
        token_id: async () => (await request('/manage/v1/tokens', { kind: 'web' })).token_id,
        invitation_id: async () => {
          const body = { email: `${word()}@shop.example`, role: 'viewer' };
          return (await request('/manage/v1/invitations', body)).invitation_id;
        },
        webhook_id: async () => {
          // An app can have ten.
          const { webhooks } = (await service.request('GET', '/manage/v1/webhooks')).json;
          for (const { webhook_id: id } of webhooks) {
            await service.request('DELETE', `/manage/v1/webhooks/${id}`);
          }
          const body = { url: 'https://hooks.shop.example/' };
          webhook = (await request('/manage/v1/webhooks', body)).webhook_id;
          return webhook;
        },
        // Of the webhook in the same path, which comes before it.
        event_id: async () => (await request(`/manage/v1/webhooks/${webhook}/test`, {})).event_id,
        external_id: async () => {
          const external_id = word();
          await request('/manage/v1/smartlinks', { uri: 'a', external_id });
          return external_id;
        },
        member_id: () => person([shop, 'viewer']),
        host: async () => {
          const host = `${word()}.shop.example`;
          const body = { hosts: [host] };
          await service.request('PATCH', '/manage/v1/app', { body });
          return host;
        },
        session_id: async () => (await begin(people[caller] ?? ada)).me.sessionId,
      };
      let filled = path;
      for (const [name, fresh] of Object.entries(FRESH)) {
        if (path.includes(`{${name}}`)) filled = filled.replace(`{${name}}`, await fresh());
      }
      if (!path.includes('{code}')) return filled;
      const redemption = await scene.redemption();
      await request('/client/v1/redemptions', redemption, owner.tokens.web);
      return filled
        .replace('{code}', redemption.smartlink)
        .replace('{redemption_id}', redemption.redemption_id);
    },
  };
  return scene;
}
