import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { afterAll, type Service } from '../harness.ts';
import { FROM_HERE } from './people.ts';
import { askOnPage } from './provider-page.ts';

export const CLIENT_ID = 'smartlink';
export const CLIENT_SECRET = 'a secret of the client & its provider';
const CALLBACK = '/manage/v1/sign-in/oidc/callback';

/** A user of the provider. */
export interface Account {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

/** A real OpenID Connect provider in this process. */
export interface TestProvider {
  readonly issuer: string;
  /** Settings of a service that uses it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Registers the service with the provider. */
  serve(service: Service): void;
  /** The current user; undefined: the user refuses. */
  account: Account | undefined;
  /** The users who can choose on a page, for browsers; undefined: there is no page, and `account` is used. */
  people: readonly Account[] | undefined;
  /** Responds in place of the provider; undefined: the provider responds. */
  respondInstead: RequestListener | undefined;
}

/** `host` is a name of loopback; browsers treat another name as another site. */
export async function startProvider(host = '127.0.0.1'): Promise<TestProvider> {
  let listener: RequestListener | undefined;
  const server = createServer((request, response) => {
    const answer = provider.respondInstead ?? listener;
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  const provider: TestProvider = {
    issuer,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_NAME: 'Company login',
    },
    account: undefined,
    people: undefined,
    respondInstead: undefined,
    serve: (service) => {
      const redirect = `${service.app.ctx.own().baseUrl}${CALLBACK}`;
      listener = listenerOf(provider, redirect);
    },
  };
  return provider;
}

function listenerOf(settings: TestProvider, redirect: string): RequestListener {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const seen = new Map<string, Account>();
  const provider = new Provider(settings.issuer, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [redirect] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'one' }] },
    cookies: { keys: ['of the tests'] },
    pkce: { required: () => true },
    // In seconds; without this setting, the provider prints a warning for each.
    ttl: { AccessToken: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_ctx: unknown, accountId: string) => ({
      accountId,
      claims: () => seen.get(accountId),
    }),
  });
  const callback = provider.callback();
  return (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response);
    const answer = async (): Promise<void> => {
      const { people, account } = settings;
      const answered = people ? await askOnPage(people, request, response) : { as: account };
      if (!answered) return undefined;
      const who = answered === 'refused' ? undefined : answered.as;
      if (!who) {
        return provider.interactionFinished(request, response, { error: 'access_denied' });
      }
      seen.set(who.sub, who);
      const grant = new provider.Grant({ accountId: who.sub, clientId: CLIENT_ID });
      grant.addOIDCScope('openid email profile');
      const consent = { grantId: await grant.save() };
      await provider.interactionFinished(request, response, {
        login: { accountId: who.sub },
        consent,
      });
    };
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
  };
}

/** A browser that keeps cookies by host and follows redirects. */
export class Browser {
  readonly cookies = new Map<string, Map<string, string>>();
  readonly #address: string | undefined;

  /** `address`: as a trusted proxy sends it. */
  constructor(address?: string) {
    this.#address = address;
  }

  /** Sends one request; with a body it is a POST. `from`: the value of `Sec-Fetch-Site`. */
  async open(address: string | URL, from: string, body?: object): Promise<Response> {
    const { host } = new URL(address);
    const jar = this.cookies.get(host) ?? new Map<string, string>();
    this.cookies.set(host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      'sec-fetch-site': from,
      ...(this.#address === undefined ? {} : { 'x-forwarded-for': this.#address }),
      ...(cookie === '' ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(address, { redirect: 'manual', headers, ...sent });
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]?.split(/=(.*)/s) ?? [];
      if (value === '' || /max-age=0/i.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /** Starts a sign-in and follows redirects until `isEnd` returns true for an address. */
  signIn(service: Service, to = '', isEnd?: AddressPredicate): Promise<URL> {
    const query = to === '' ? '' : `?to=${encodeURIComponent(to)}`;
    const address = new URL(`/manage/v1/sign-in/oidc${query}`, service.url);
    return this.follow(address, FROM_HERE['sec-fetch-site'], isEnd);
  }

  /** Starts a sign-in and stops before the callback; returns its address. */
  stopAtCallback(service: Service, to?: string): Promise<URL> {
    return this.signIn(service, to, ({ pathname }) => pathname === CALLBACK);
  }

  /** The same from the page of an invitation. */
  async join(service: Service, invitation: string, to: string): Promise<URL> {
    const begin = new URL('/manage/v1/sign-in/oidc', service.url);
    const body = { invitation, to };
    const begun = await this.open(begin, FROM_HERE['sec-fetch-site'], body);
    const { address } = (await begun.json()) as { address: string };
    return this.follow(address);
  }

  /** Follows redirects until `isEnd` returns true. */
  async follow(
    start: string | URL,
    site = 'cross-site',
    isEnd: AddressPredicate = inDashboard,
  ): Promise<URL> {
    let address = new URL(start);
    let from = site;
    for (let hops = 0; hops < 12; hops++) {
      const response = await this.open(address, from);
      const text = await response.text();
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${address.href}: ${response.status} ${text}`);
      address = new URL(location, address);
      from = 'cross-site';
      if (isEnd(address)) return address;
    }
    throw new Error(`too many redirects, the last one to ${address.href}`);
  }
}

type AddressPredicate = (address: URL) => boolean;

const inDashboard: AddressPredicate = ({ pathname }) => pathname.startsWith('/dashboard');
