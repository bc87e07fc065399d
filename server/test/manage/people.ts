import assert from 'node:assert/strict';
import { getApp } from '../../src/actions/apps/get-app.ts';
import { invite } from '../../src/actions/members/invite.ts';
import type { Role } from '../../src/domain/access/role.ts';
import type { Answer, Service } from '../harness.ts';

export const PASSWORD = 'a sentence of my own';
/** The headers of a request from a page of the service itself. */
export const FROM_HERE = { 'sec-fetch-site': 'same-origin' };

interface Options {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The app that the request is about. */
  readonly app?: string;
  /** Another instance with the same database. */
  readonly at?: Service;
}

/** A signed-in user with a browser. */
export interface Person {
  readonly email: string;
  readonly id: string;
  readonly sessionId: string;
  /** The cookie header that the browser sends. */
  readonly cookie: string;
  send(method: string, path: string, options?: Options): Promise<Answer>;
}

/** Sends a request without credentials, from a page of the service itself. */
export function ask(
  service: Service,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return service.request(method, `/manage/v1/${path}`, {
    token: undefined,
    ...(body === undefined ? {} : { body }),
    headers: { ...FROM_HERE, ...headers },
  });
}

export function signIn(
  service: Service,
  email: string,
  password = PASSWORD,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return ask(service, 'POST', 'sign-in', { email, password }, headers);
}

/** The user in the response of a successful sign-in. */
export function personIn(service: Service, signedIn: Answer): Person {
  assert.equal(signedIn.status, 200, signedIn.text);
  const cookie = cookieOf(signedIn);
  const { member, session_id: sessionId } = signedIn.json;
  return {
    id: member.member_id,
    email: member.email,
    sessionId,
    cookie,
    send: (method, path, { body, headers, app, at = service } = {}) =>
      ask(at, method, path, body, {
        cookie,
        ...(app === undefined ? {} : { 'smartlink-app': app }),
        ...headers,
      }),
  };
}

/** `name=value` of the cookie that a response sets. */
export function cookieOf({ headers }: Answer): string {
  const [cookie = ''] = headers.getSetCookie();
  return cookie.split(';')[0] ?? '';
}

/** The secret of a new invitation to an app. */
export async function invited(
  service: Service,
  email: string,
  role: Role,
  app = 'shop',
): Promise<string> {
  const { ctx } = service.app;
  const editor = { appId: (await getApp(ctx, app)).id, actor: 'operator' };
  const { address } = await invite(ctx, editor, email, role);
  assert.ok(address.startsWith(`${ctx.own().baseUrl}/dashboard/invitation#`), address);
  return address.split('#')[1] ?? '';
}

/** A new member of an app, signed in. */
export async function memberOf(
  service: Service,
  email: string,
  role: Role,
  app = 'shop',
): Promise<Person> {
  const invitation = await invited(service, email, role, app);
  const body = { invitation, password: PASSWORD };
  return personIn(service, await ask(service, 'POST', 'invitations/accept', body));
}
