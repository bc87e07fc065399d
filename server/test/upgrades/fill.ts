import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLICKS_SET, MAIN_SET, migrationFiles } from '../../src/storage/migrate.ts';
import { VERSION } from '../../src/version.ts';
import { ROOT, SHOP, smartlink, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';
import { ENGINE, openDatabaseReader } from '../store.ts';
import { startSender } from '../webhooks/receiver.ts';
import { addWaitingRows } from '../webhooks/waiting-rows.ts';
import { exchange, SETTINGS } from './exchange.ts';
import type { Exchange, Fixture } from './fixture.ts';

const MEMBER = { email: 'ada@shop.example', password: 'a sentence of my own' };
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const COMPUTER = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const VISITORS: Readonly<Record<string, string>> = {
  phone: PHONE,
  iphone: IPHONE,
  computer: COMPUTER,
};
/** An address where no server listens. */
const CLOSED = 'http://127.0.0.1:9/hook';

type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<any>; // oxlint-disable-line typescript/no-explicit-any

/**
 * Fills a new store with something of everything that the schema holds, and returns what the service answers. A new
 * field, kind of link or table gets a line here.
 */
export async function fillStore(url: string): Promise<Fixture> {
  const environment = { ...SETTINGS, DATABASE_URL: url };
  const service = await startSender(environment);
  const { owner } = service;
  const send: Send = async (method, path, body, headers = {}) => {
    const answer = await service.request(method, path, { body, headers });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
    return answer.text === '' ? undefined : answer.json;
  };
  const coupon = { type: 'string', maxLength: 40 } as const;
  const metadata_schema = { type: 'object', properties: { coupon } } as const;
  const template = {
    name: 'sale',
    pattern: 'sale/:id',
    valid_for_seconds: 86_400,
    metadata_schema,
  };
  const [shop] = SHOP.apps;
  const templates = [
    ...(shop?.templates ?? []),
    { ...template, routes: { web: { link: 'https://shop.example/s/:id' } } },
  ];
  const made = await smartlink(['app', 'create', '--name', 'books'], environment);
  assert.equal(made.code, 0, made.stderr);
  const books = {
    name: 'books',
    hosts: ['books.example'],
    metadata_schema: { type: 'object', maxProperties: 10 } as const,
    platforms: { web: { base: 'https://books.example' } },
  };
  await service.apply({ apps: [{ ...shop, name: 'shop', templates }, books] });
  await send('PATCH', '/manage/v1/app', { hosts: ['new.shop.example'], visits: { title: 'Shop' } });
  const { token_id: revoked } = await send('POST', '/manage/v1/tokens', { kind: 'server' });
  await send('DELETE', `/manage/v1/tokens/${revoked}`);
  const cookie = await joinAsOwner(service, environment);
  await asMember(service, cookie, 'filters', {
    save: [{ name: 'Spring', query: { tag: 'spring' } }],
  });
  await send('POST', '/manage/v1/invitations', { email: 'grace@shop.example', role: 'viewer' });
  const webhook = await send('POST', '/manage/v1/webhooks', {
    url: CLOSED,
    types: ['link.created', 'link.updated', 'link.deleted', 'clicks.summary'],
  });
  await service.app.catchUp();

  const codes = await makeLinks(service, send);
  const redeemed = await redeem(service, send, codes);
  const clicks = await visitLinks(service, send, codes);
  const store = openDatabaseReader(url);
  await eventually(
    'a delivery has failed, and all events and the counts of clicks are stored',
    async () => {
      const [row] = await store.rows<{ ready: number }>(
        `select count(*) as ready from webhook_summaries where exists (select 1 from webhook_attempts)
         and not exists (select 1 from webhook_new_events)`,
      );
      return Number(row?.ready) > 0;
    },
  );
  await store.close();
  const { deliveries } = await send('GET', `/manage/v1/webhooks/${webhook.webhook_id}/deliveries`);
  const exchanges = await answersOf(service, cookie, codes, redeemed);
  await service.stop();
  await addWaitingRows(url);
  return {
    version: VERSION,
    at: Date.now(),
    owner,
    member: MEMBER,
    cookie,
    webhook: {
      id: webhook.webhook_id,
      secret: webhook.secret,
      waiting: deliveries.map(({ event_id: id }: { event_id: string }) => id),
    },
    codes,
    clicks,
    exchanges,
    migrations: digestsOfMigrations(),
  };
}

async function joinAsOwner(service: Service, environment: Record<string, string>): Promise<string> {
  const args = ['member', 'invite', MEMBER.email, '--app', 'shop', '--role', 'owner', '--json'];
  const { stdout } = await smartlink(args, environment);
  const [, invitation] = (JSON.parse(stdout) as { address: string }).address.split('#');
  const { headers, text } = await service.request('POST', '/manage/v1/invitations/accept', {
    token: undefined,
    body: { invitation, password: MEMBER.password },
    headers: { origin: SETTINGS.BASE_URL },
  });
  return headers.getSetCookie()[0]?.split(';')[0] ?? assert.fail(text);
}

async function asMember(
  service: Service,
  cookie: string,
  path: string,
  body: object,
): Promise<void> {
  const headers = { cookie, origin: SETTINGS.BASE_URL };
  const options = { token: undefined, body, headers };
  const { status, text } = await service.request('PATCH', `/manage/v1/${path}`, options);
  assert.equal(status, 200, text);
}

async function makeLinks(service: Service, send: Send): Promise<Record<string, string>> {
  const make = async (
    body: object,
    as?: 'android',
    headers: Record<string, string> = {},
  ): Promise<string> => {
    const token = as === undefined ? service.owner.tokens.server : service.owner.tokens[as];
    const { text, json } = await service.request('POST', '/v2/smartlinks', {
      body,
      token,
      headers,
    });
    return json.smartlink?.split('/').at(-1) ?? assert.fail(text);
  };
  const manage = async (body: object): Promise<string> =>
    (await send('POST', '/manage/v1/smartlinks', body)).code;
  const rules = [
    {
      name: 'Germany',
      when: { language: ['de'] },
      routes: { web: { link: 'https://shop.example/de' } },
    },
  ];
  const codes: Record<string, string> = {
    path: await make({ uri: 'products/5', unique: true }),
    ofApp: await make({ uri: 'products/5', unique: true }, 'android'),
    web: await make({
      uri: 'https://shop.example/über?ü=😀',
      metadata: { coupon: 'FIRST', n: 1.5 },
    }),
    limited: await make({ uri: 'products/7', redeem_limit: 3, metadata: { coupon: 'LIMIT' } }),
    keyed: await make({ uri: 'products/9' }, undefined, { 'idempotency-key': 'order 9' }),
    routed: await make({ uri: 'products/10', routes: { web: { link: 'https://shop.example/x' } } }),
    template: await make({ uri: 'sale/1' }),
    ruled: await manage({ uri: 'https://shop.example/en', rules }),
    rich: await manage({
      uri: 'https://shop.example/rich',
      code: 'Spring26',
      name: 'Spring',
      note: 'For the newsletter',
      tags: ['spring', 'campaign/mail'],
      social: { title: 'Spring sale', description: 'Everything must go' },
      external_id: 'article 26',
    }),
    early: await manage({
      uri: 'https://shop.example/early',
      valid_from: '2090-01-01T00:00:00Z',
      early_url: 'https://shop.example/soon',
    }),
    expired: await manage({
      uri: 'https://shop.example/late',
      valid_until: '2026-01-01T00:00:00Z',
      expired_url: 'https://shop.example/over',
    }),
    disabled: await make({ uri: 'products/11' }),
    deleted: await make({ uri: 'products/12', metadata: { gone: 'yes' } }),
    restored: await make({ uri: 'products/13' }),
  };
  await send('PATCH', `/manage/v1/smartlinks/${codes.disabled}`, { state: 'disabled' });
  await send('DELETE', `/manage/v1/smartlinks/${codes.restored}`);
  await send('POST', `/manage/v1/smartlinks/${codes.restored}/restore`);
  return codes;
}

/** Redeems links and returns the requests, which get the same response again. */
async function redeem(
  service: Service,
  send: Send,
  codes: Record<string, string>,
): Promise<object[]> {
  const redeemed: { smartlink: string; redemption_id: string }[] = [];
  const one = async (kind: string): Promise<string> => {
    const body = { smartlink: codes[kind] ?? '', redemption_id: randomUUID() };
    const token = service.owner.tokens.android;
    const { status, text } = await service.request('POST', '/client/v1/redemptions', {
      token,
      body,
    });
    assert.equal(status, 200, text);
    redeemed.push(body);
    return body.redemption_id;
  };
  await one('limited');
  const back = await one('limited');
  await send('POST', `/manage/v1/smartlinks/${codes.limited}/redemptions/${back}/give-back`);
  redeemed.pop();
  await one('web');
  await send('PATCH', `/manage/v1/smartlinks/${codes.web}`, { metadata: { coupon: 'SECOND' } });
  await one('web');
  await one('deleted');
  await send('DELETE', `/manage/v1/smartlinks/${codes.deleted}`);
  redeemed.pop();
  return redeemed;
}

/** Visits links; returns the clicks of each. */
async function visitLinks(
  service: Service,
  send: Send,
  codes: Record<string, string>,
): Promise<Record<string, number>> {
  const visits = { path: 4, web: 2, rich: 1 };
  for (const [kind, count] of Object.entries(visits)) {
    for (let visit = 0; visit < count; visit++) {
      const headers = { 'user-agent': COMPUTER, 'x-forwarded-for': `198.51.${visit}.1` };
      await service.request('GET', `/${codes[kind]}`, { token: undefined, headers });
    }
  }
  const open = { smartlink: codes.path, open_id: randomUUID() };
  await service.request('POST', '/client/v1/opens', {
    token: service.owner.tokens.android,
    body: open,
  });
  await eventually('the clicks are counted', async () => {
    const { lifetime } = await send('GET', `/manage/v1/smartlinks/${codes.path}/clicks`);
    return lifetime.clicks === visits.path;
  });
  return visits;
}

/** What the service answers: visits by each kind of visitor, reads, and repeated requests. */
async function answersOf(
  service: Service,
  cookie: string,
  codes: Record<string, string>,
  redeemed: readonly object[],
): Promise<Exchange[]> {
  const asked: Parameters<typeof exchange>[2][] = [];
  for (const code of Object.values(codes)) {
    asked.push({ method: 'GET', path: `/manage/v1/smartlinks/${code}`, as: 'server' });
  }
  for (const kind of ['path', 'web', 'limited', 'rich', 'disabled', 'deleted']) {
    asked.push({ method: 'GET', path: `/v2/smartlinks/${codes[kind]}`, as: 'iphone' });
    asked.push({ method: 'GET', path: `/client/v1/smartlinks/${codes[kind]}`, as: 'android' });
  }
  for (const list of [
    `smartlinks/${codes.web}/history`,
    `smartlinks/${codes.web}/metadata/versions`,
    `smartlinks/${codes.limited}/redemptions`,
    'smartlinks?tag=spring',
    'smartlinks?state=deleted',
    'smartlinks?q=newsletter',
    'tags',
    'app',
    'tokens',
    'members',
    'hosts',
    'expiring-links',
  ]) {
    asked.push({ method: 'GET', path: `/manage/v1/${list}`, as: 'server' });
  }
  asked.push({ method: 'GET', path: '/manage/v1/me', as: 'member' });
  asked.push({ method: 'GET', path: '/manage/v1/filters', as: 'member' });
  asked.push({
    method: 'POST',
    path: '/v2/smartlinks',
    as: 'server',
    headers: { 'idempotency-key': 'order 9' },
    body: { uri: 'products/9' },
  });
  for (const body of redeemed) {
    asked.push({ method: 'POST', path: '/client/v1/redemptions', as: 'android', body });
  }
  for (const [visitor, agent] of Object.entries(VISITORS)) {
    for (const code of Object.values(codes)) {
      const headers = {
        'user-agent': agent,
        'accept-language': visitor === 'computer' ? 'de' : 'en',
      };
      asked.push({ method: 'GET', path: `/${code}`, as: 'visitor', headers });
    }
  }
  const exchanges: Exchange[] = [];
  for (const one of asked) {
    const got = await exchange(service, { cookie }, one);
    const isGone = [codes.deleted, codes.disabled].some((code) => one.path.endsWith(`/${code}`));
    assert.ok(got.status < 400 || isGone, `${one.path}: ${JSON.stringify(got)}`);
    exchanges.push(got);
  }
  return exchanges;
}

/** The migrations of this version for the engine, with the digests of their files. */
export function digestsOfMigrations(): Record<string, string> {
  const files = [MAIN_SET, CLICKS_SET].flatMap((set) =>
    migrationFiles(ENGINE, set).map((name) => `${set.folder}${ENGINE}/${name}`),
  );
  return Object.fromEntries(
    files.map((name) => {
      const text = readFileSync(join(ROOT, 'server/migrations', name));
      return [name, createHash('sha256').update(text).digest('hex')];
    }),
  );
}
