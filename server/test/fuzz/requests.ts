import { words } from './bad-addresses.ts';
import { badAuthorizations } from './bad-bodies.ts';
import { Bodies, type Draft } from './bodies.ts';
import { bounded } from './bounded.ts';
import { ManagementRequests } from './management-requests.ts';
import { UserRequests, type SharedApp } from './people.ts';
import type { Sent } from './client.ts';
import type { ApiDocument } from './contract.ts';
import type { Random } from './random.ts';

/** A request, and what is known about it in advance. */
export interface Case {
  readonly sent: Sent;
  /** Only for requests to create a link that are valid except for their body. */
  readonly draft?: Draft;
  /** True if everything except the body is valid. */
  readonly onlyBodyIsInvalid?: true;
}

const METHODS = words(`
  GET HEAD POST PUT PATCH DELETE OPTIONS TRACE QUERY PROPFIND MKCOL LOCK REPORT SEARCH PURGE COPY
  M-SEARCH LINK UNLINK SOURCE`);
const AGENTS = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
  'Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Instagram 300.0',
  'WhatsApp/2.23 A',
  'curl/8.0',
  '',
];
const PLACES = words(`
  / // /// /? /v2 /v2/ /v2/x /v2/smartlinks/a/b /v1/smartlinks /V2/smartlinks /health /health/ /health/x
  /metrics /docs /docs/ /docs/x /docs/errors /docs/../v2/smartlinks /openapi.json /openapi.json/
  /favicon.ico /robots.txt /.well-known/x /.env /client/v1/x /manage/v1/x /dashboard /dashboard/x
  /docs/static/../../package.json /docs/static/%2e%2e/%2e%2e/package.json /%2e%2e/%2e%2e/etc/passwd
  /v2%2fsmartlinks /v2/smartlinks%2fx /v2/smartlink%73 /%76%32/smartlinks /%zz /v2/%zz /v2/smartlinks/%
  /a/b /a/b/c /;a /a;b /constructor /__proto__ /toString /abcdefgh/x`);

/** Parameters of exports: all links or clicks of an app take longer than a response may take here. */
const FEW: Readonly<Record<string, string>> = {
  '/manage/v1/smartlinks/export': '?tag=spring',
  '/manage/v1/clicks/export': '?from=2026-01-01T00:00:00Z&to=2026-01-01T01:00:00Z',
};

/** Requests to every address of the service; request `index` is the same for the same seed. */
export class Requests {
  readonly #bodies: Bodies;
  readonly #document: ApiDocument;
  readonly #tokens: readonly string[];
  readonly #wrong: readonly string[];
  readonly #codes: readonly string[];
  readonly #managementRequests: ManagementRequests;
  readonly #userRequests: UserRequests;

  /**
   * `managementToken` is the server token of an app that is only managed. `codes` are existing codes, so that requests
   * find links; the list may grow.
   */
  constructor(
    document: ApiDocument,
    seed: number,
    tokens: readonly string[],
    codes: readonly string[],
    managementToken: string,
    sharedApp: SharedApp,
  ) {
    this.#managementRequests = new ManagementRequests(managementToken, codes);
    this.#userRequests = new UserRequests(sharedApp);
    this.#codes = codes;
    this.#document = document;
    this.#bodies = new Bodies(document, seed);
    this.#tokens = tokens;
    this.#wrong = badAuthorizations(tokens[0] ?? '').map((text) => text.trim());
  }

  make(random: Random): Case {
    const made = this.#make(random);
    const { method, path } = made.sent;
    // If the head of a request is incomplete, its method is lost, and the response has a body.
    const broken = /[^\x21-\x7e]/.test(path) || headSize(made.sent) > 15_000;
    return broken && method === 'HEAD' ? { sent: { ...made.sent, method: 'GET' } } : made;
  }

  #make(random: Random): Case {
    const kind = random.next();
    if (kind < 0.04) return this.#userRequests.make(random);
    if (kind < 0.34) return this.#create(random);
    if (kind < 0.4) return this.#managementRequests.make(random);
    if (kind < 0.46)
      return { sent: this.#json(random, 'POST', '/client/v1/redemptions', redemption) };
    if (kind < 0.5) {
      const path = `/manage/v1/smartlinks/${this.#popular(random)}`;
      return { sent: this.#json(random, 'PATCH', path, change) };
    }
    if (kind < 0.6) return { sent: this.#documented(random) };
    if (kind < 0.9) return { sent: this.#visit(random) };
    return { sent: this.#anything(random) };
  }

  #create(random: Random): Case {
    const draft = this.#bodies.draft(random);
    const plain = random.chance(0.85);
    const headers: Record<string, string | string[]> = {
      authorization: plain ? this.#token(random) : this.#authorization(random),
      'content-type': plain ? 'application/json' : random.pick(TYPES),
      ...(plain ? {} : this.#oddHeaders(random)),
    };
    const path = random.pick([
      '/v2/smartlinks',
      '/v2/smartlinks',
      '/v2/smartlinks/',
      '/v2/smartlinks?x=1',
    ]);
    const sent = { method: 'POST', path, headers, body: draft.body };
    return plain && !path.includes('?') ? { sent, draft } : { sent };
  }

  /** Generates a body of the right kind; corrupts one in ten. */
  #json(
    random: Random,
    method: string,
    path: string,
    make: (random: Random, segment: string) => Record<string, unknown>,
  ): Sent {
    const body = make(random, this.#popular(random));
    if (random.chance(0.1)) body[random.text(8)] = random.text(20);
    const text = JSON.stringify(body);
    // A redemption and a change need tokens of different kinds.
    const servers = this.#tokens.filter((token) => token.startsWith('sl_server_'));
    const authorization =
      method === 'PATCH' && random.chance(0.7)
        ? `Token ${random.pick(servers)}`
        : this.#authorization(random);
    const stale = method === 'PATCH' && random.chance(0.1) ? { 'if-match': '"99999"' } : {};
    const headers = { authorization, ...this.#oddHeaders(random), ...stale };
    return {
      method,
      path,
      headers: { ...headers, 'content-type': random.chance(0.95) ? 'application/json' : 'x' },
      body: random.chance(0.95) ? text : text.slice(0, random.int(0, text.length)),
    };
  }

  /** An operation of the document with random parameters. */
  #documented(random: Random): Sent {
    const template = random.pick(Object.keys(this.#document.paths));
    const operations = Object.keys(this.#document.paths[template] ?? {});
    const method = random.chance(0.8)
      ? random.pick(operations).toUpperCase()
      : random.pick(METHODS);
    // Later requests expect the links, so they must not be deleted.
    const segment = (): string =>
      method === 'DELETE' ? random.letters(1, 40) : this.#segment(random);
    const path = bounded(template.replace(/\{\w+\}/g, segment)) + (FEW[template] ?? '');
    return {
      method,
      path: random.chance(0.9)
        ? path
        : path + random.pick(['/', '?', '?a=%zz', '//', '#x', ';', '%00']),
      headers: { authorization: this.#authorization(random), ...this.#oddHeaders(random) },
      body: random.chance(0.1) ? random.text() : undefined,
    };
  }

  #visit(random: Random): Sent {
    const tail = random.pick([
      '',
      '',
      '',
      '',
      '/',
      '?',
      `?utm=${wire(random.text(9))}`,
      '/x',
      '#x',
      '//',
    ]);
    return {
      method: random.chance(0.9) ? 'GET' : random.pick(METHODS),
      path: `/${this.#segment(random)}${tail}`,
      headers: {
        'user-agent': random.chance(0.8) ? random.pick(AGENTS) : header(random.text(600)),
        ...this.#oddHeaders(random),
      },
    };
  }

  #anything(random: Random): Sent {
    const { body } = this.#bodies.draft(random);
    return {
      method: random.pick(METHODS),
      path: random.chance(0.6) ? random.pick(PLACES) : `/${wire(random.text())}`,
      headers: { authorization: this.#authorization(random), ...this.#oddHeaders(random) },
      body: random.chance(0.3) ? body : undefined,
    };
  }

  /** Often one of a few codes, so that requests affect the same links. */
  #popular(random: Random): string {
    return (random.chance(0.6) && this.#codes[random.int(0, 4)]) || this.#segment(random);
  }

  #segment(random: Random): string {
    const code = this.#codes.length > 0 ? random.pick(this.#codes) : 'BCDFGHJK';
    const kind = random.next();
    if (kind < 0.6) return code;
    if (kind < 0.7) return random.letters(1, 40);
    if (kind < 0.8) return encodeURIComponent(random.text().toWellFormed()) || 'x';
    if (kind < 0.9) return wire(random.text(20)).replace(/[/?#]/g, '') || 'x';
    return random.pick([
      code.toLowerCase(),
      `${code}x`,
      code.slice(1),
      `%${code}`,
      'a'.repeat(600),
      '..',
      '.',
    ]);
  }

  #token(random: Random): string {
    return `${random.pick(['Token', 'Bearer', 'token'])} ${random.pick(this.#tokens)}`;
  }

  #authorization(random: Random): string {
    const kind = random.next();
    if (kind < 0.75) return this.#token(random);
    return kind < 0.95 ? random.pick(this.#wrong) : header(random.text());
  }

  #oddHeaders(random: Random): Record<string, string | string[]> {
    if (random.chance(0.6)) return {};
    const pairs = random.many(1, 4, () => {
      const name = random.pick(HEADERS);
      return [name, random.chance(0.6) ? random.pick(VALUES) : header(random.text())] as const;
    });
    return Object.fromEntries(pairs);
  }
}

/** Few ids, so that many are repeated, for the same link and for others. */
function redemption(random: Random, segment: string): Record<string, unknown> {
  const number = String(random.int(0, 500)).padStart(12, '0');
  const id = random.chance(0.9) ? `0e6f7a52-5d0c-4b8e-9a3f-${number}` : random.text();
  const address = random.pick(['', '', 'https://go.shop.example/', 'http://[::1]/x/', '//']);
  return {
    smartlink: random.chance(0.95) ? address + segment : random.pick([null, 5, [], {}, '']),
    redemption_id: random.chance(0.97) ? id : random.pick([null, 5, [id], {}, '']),
  };
}

/** Changes with valid and invalid values. */
function change(random: Random): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  if (random.chance(0.5)) body.redeem_limit = random.pick([null, 1, 5, 0, -1, 2 ** 31, 1.5, '5']);
  if (random.chance(0.4)) {
    body.metadata = random.pick([
      null,
      {},
      { a: random.text() },
      { a: [1, [{}]] },
      { a: null },
      [],
      5,
    ]);
  }
  if (random.chance(0.3))
    body.state = random.pick(['active', 'disabled', 'disabled', 'deleted', null]);
  return body;
}

const TYPES = words(`
  application/json application/json;charset=utf-8 application/json;charset=latin1 text/plain x
  application/xml APPLICATION/JSON multipart/form-data application/x-www-form-urlencoded */*`);
const HEADERS = words(`
  accept accept-language accept-encoding content-encoding content-language if-none-match if-match
  if-modified-since range origin referer cookie x-forwarded-for x-forwarded-host x-forwarded-proto
  forwarded sec-ch-ua-platform sec-purpose purpose idempotency-key x-request-id dnt via te
  x-http-method-override host`);
const VALUES = [
  ...words(
    '* gzip identity "x" W/"x" bytes=0-1 127.0.0.1 evil.example https "Android" "iOS" DELETE',
  ),
  'x'.repeat(300),
  'text/html, */*;q=0.8',
  '',
];

/** The approximate size of the request line and the headers, in bytes. */
export function headSize({ path, headers }: Sent): number {
  return Object.entries(headers).reduce((sum, pair) => sum + pair.join('').length + 4, path.length);
}

/** The part of a text that a header can contain. */
const header = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
/** The part of a text that a request line can contain. */
const wire = (text: string): string => text.replace(/[^\x21-\x7e\x80-\xff]/g, '');
