import { FROM_HERE, PASSWORD } from '../manage/people.ts';
import { words } from './bad-addresses.ts';
import { mutateValue, corruptText } from './bodies.ts';
import type { Client, Got, Sent } from './client.ts';
import type { Random } from './random.ts';
import type { Case } from './requests.ts';

type Body = Record<string, unknown>;

const MANAGE = '/manage/v1';

/**
 * An app that only these requests use, with the session of its owner and the resources of the app.
 */
export interface SharedApp {
  readonly app: string;
  readonly cookie: string;
  /** Ids of members that can be removed, and unknown ids. */
  readonly members: readonly string[];
  /** Secrets of valid links. */
  readonly invitations: readonly string[];
}

/** `link` is the invitation of the app's owner. */
export async function openSharedApp(client: Client, app: string, link: string): Promise<SharedApp> {
  const post = async (path: string, body: object, cookie = ''): Promise<Got> => {
    const headers = { ...FROM_HERE, 'content-type': 'application/json', cookie };
    const sent = { method: 'POST', path: MANAGE + path, headers, body: JSON.stringify(body) };
    const got = await client.send(sent);
    if (got.status >= 300) throw new Error(got.text);
    return got;
  };
  const join = async (address: string): Promise<{ id: string; cookie: string }> => {
    const body = { invitation: secretIn(address), password: PASSWORD };
    const { text, headers } = await post('/invitations/accept', body);
    const { member } = JSON.parse(text) as { member: { member_id: string } };
    return { id: member.member_id, cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '' };
  };
  const { cookie } = await join(link);
  const links = ['guest', 'p1', 'p2', 'p3'].map(async (who) => {
    const body = { email: `${who}@club.example`, role: 'viewer' };
    return (JSON.parse((await post('/invitations', body, cookie)).text) as Invited).address;
  });
  const [guest = '', ...others] = await Promise.all(links);
  const members = [(await join(guest)).id, 'mem_nobody'];
  return { app, cookie, members, invitations: others.map(secretIn) };
}

interface Invited {
  readonly address: string;
}

function secretIn(address: string): string {
  return address.split('#')[1] ?? '';
}

/** Requests of users who sign in, and of unknown users. */
export class UserRequests {
  readonly #sharedApp: SharedApp;

  constructor(sharedApp: SharedApp) {
    this.#sharedApp = sharedApp;
  }

  make(random: Random): Case {
    const [method, path, make] = random.pick(REQUESTS);
    const filled = path
      .replace(':member', () => segment(random, this.#sharedApp.members))
      .replace(/:\w+/, () => segment(random, ['ses_x', 'inv_x', 'tok_x']));
    // A successful sign-in replaces the session of the request, and the shared session must not
    // end.
    const entering = /sign-|accept/.test(path);
    const headers = { ...this.#headers(random, entering), ...odd(random) };
    const sent = { method, path: MANAGE + filled + query(random, path), headers };
    if (make === undefined) return { sent };
    const start = make(random, this.#sharedApp);
    const text = JSON.stringify(random.chance(0.5) ? mutateValue(random, start) : start) ?? 'null';
    const json = { ...headers, 'content-type': 'application/json' };
    if (random.chance(0.2)) {
      return {
        sent: { ...sent, headers: json, body: corruptText(random, text.slice(0, 200_000)) },
      };
    }
    return { sent: { ...sent, headers: json, body: text }, onlyBodyIsInvalid: true };
  }

  #headers(random: Random, entering: boolean): Sent['headers'] {
    const { app, cookie } = this.#sharedApp;
    const own = random.chance(0.85) && !entering ? cookie : random.pick(COOKIES);
    return {
      ...(random.chance(0.9) ? FROM_HERE : random.pick(ELSEWHERE)),
      ...(random.chance(0.9) ? { cookie: own } : {}),
      ...(random.chance(0.8) ? { 'smartlink-app': app } : {}),
    };
  }
}

const COOKIES = [
  `smartlink=${'A'.repeat(40)}`,
  'smartlink=',
  'smartlink',
  '=',
  `${'a=b; '.repeat(500)}smartlink=x`,
  'smartlink-oidc=a.b.c.d',
  `smartlink-oidc=${['A', 'B', 'C'].map((letter) => letter.repeat(43)).join('.')}.L3g`,
  'smartlink=%00; smartlink="x"',
];
const ELSEWHERE = [
  {},
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'null' },
  { origin: 'http://127.0.0.1' },
];

function odd(random: Random): Record<string, string> {
  if (random.chance(0.9)) return {};
  const text = random.text(30).replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
  return { [random.pick(['smartlink-app', 'if-match', 'user-agent', 'x-forwarded-for'])]: text };
}

function segment(random: Random, known: readonly string[]): string {
  if (random.chance(0.7)) return random.pick(known);
  return encodeURIComponent(random.text().toWellFormed()) || 'x';
}

function query(random: Random, path: string): string {
  const names = path.includes('oidc')
    ? 'code state iss error to nonce session_state'
    : 'limit cursor x';
  if (random.chance(path.includes('oidc') ? 0.1 : 0.8)) return '';
  const pairs = random.many(1, 4, () => {
    const value = random.chance(0.4) ? 'A'.repeat(43) : random.text(30).toWellFormed();
    return `${random.pick(words(names))}=${encodeURIComponent(value)}`;
  });
  return `?${pairs.join('&')}`;
}

const email = (random: Random): string =>
  random.pick([
    'ada@club.example',
    'Ada@Club.example ',
    `p${random.int(0, 30)}@club.example`,
    `${random.text(10)}@${random.text(10)}`,
    `${'a'.repeat(250)}@b.example`,
    "a'--@b.example",
  ]);
const password = (random: Random): string =>
  random.pick([
    'not the password',
    'x',
    random.text(80),
    'é'.repeat(300),
    '\u212b\ufb01 x'.repeat(9),
  ]);
const name = (random: Random): string => random.pick(['Ada', '', ' Ada', random.text(120)]);

const REQUESTS: readonly (readonly [
  string,
  string,
  ((random: Random, sharedApp: SharedApp) => Body)?,
])[] = [
  ['POST', '/sign-in', (random) => ({ email: email(random), password: password(random) })],
  ['POST', '/sign-in', (random) => ({ email: email(random), password: password(random) })],
  ['POST', '/invitations/look', (random, sharedApp) => ({ invitation: secret(random, sharedApp) })],
  ['POST', '/invitations/accept', accept],
  ['POST', '/invitations/accept', accept],
  ['PATCH', '/me', me],
  ['PATCH', '/me', me],
  ['POST', '/apps', (random) => ({ name: random.pick(['club', 'Club', '-', random.text(70)]) })],
  ['POST', '/invitations', (random) => ({ email: email(random), role: role(random) })],
  ['PATCH', '/members/:member', (random) => ({ role: role(random) })],
  ['POST', '/tokens', (random) => ({ kind: random.pick(['web', 'server', random.text(9)]) })],
  ['POST', '/sign-out'],
  ['GET', '/sign-in'],
  ['GET', '/sign-in/oidc'],
  ['GET', '/sign-in/oidc/callback'],
  ['GET', '/me'],
  ['GET', '/sessions'],
  ['DELETE', '/sessions/:session'],
  ['GET', '/apps'],
  ['GET', '/members'],
  ['GET', '/members/:member'],
  ['DELETE', '/members/:member'],
  // The owner is the only one, so that they remain a member.
  ['DELETE', '/membership'],
  ['DELETE', '/invitations/:invitation'],
  ['DELETE', '/tokens/:token'],
];

function role(random: Random): unknown {
  return random.pick(['viewer', 'editor', 'king', '', 1, null, random.text(9)]);
}

function secret(random: Random, { invitations }: SharedApp): string {
  return random.pick([...invitations, 'A'.repeat(40), random.text(60)]);
}

function accept(random: Random, sharedApp: SharedApp): Body {
  return {
    invitation: random.chance(0.1)
      ? secret(random, sharedApp)
      : random.pick(['A'.repeat(40), random.text(60)]),
    password: random.pick([PASSWORD, password(random)]),
    ...(random.chance(0.5) ? { email: email(random) } : {}),
    ...(random.chance(0.5) ? { name: name(random) } : {}),
  };
}

function me(random: Random): Body {
  const change = { old: password(random), new: random.pick([PASSWORD, password(random)]) };
  return {
    ...(random.chance(0.7) ? { name: name(random) } : {}),
    ...(random.chance(0.5) ? { password: change } : {}),
  };
}
