import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { SHOP, smartlink, spawnService } from '../harness.ts';
import { eventually } from '../processes.ts';
import { openDatabaseReader } from '../store.ts';
import { addWaitingRows } from '../webhooks/waiting-rows.ts';

/** Metadata that must be kept byte for byte. */
export const METADATA = String.raw`{ "n" : 1.50, "e":1E2, "é":"ü \u00fc \/ 😀 \ud83d\ude00" }`;

export interface Answered {
  readonly status: number;
  readonly text: string;
}

interface Redeemed {
  readonly code: string;
  readonly id: string;
  readonly answer: Answered;
}

/** Data that must not change when the database is copied. */
export interface SampleData {
  readonly tokens: Readonly<Record<string, string>>;
  readonly otherApp: string;
  readonly revoked: string;
  /** Links by their special property. */
  readonly codes: Readonly<Record<Kind, string>>;
  readonly redeemed: readonly Redeemed[];
  readonly histories: Readonly<Record<Kind, string>>;
  /** The cookie of a session of `ADA`. */
  readonly cookie: string;
}

/** A member of the shop. */
export const ADA = { email: 'ada@shop.example', password: 'a sentence of my own' };

type Kind = 'unique' | 'limited' | 'changed' | 'keyed' | 'routed' | 'disabled' | 'deleted';

/** Starts the service on a database with known tokens. */
export async function serviceOn(url: string, tokens: SampleData['tokens']) {
  const service = await spawnService({ DATABASE_URL: url });
  const send = async (
    method: string,
    path: string,
    { body, token = tokens.server ?? '', ...headers }: Readonly<Record<string, string>> = {},
  ): Promise<Answered> => {
    const answer = await fetch(service.url + path, {
      method,
      redirect: 'manual',
      headers: {
        authorization: `Token ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  return {
    send,
    url: service.url,
    stop: () => service.stop(),
    create: (body: string, more: Readonly<Record<string, string>> = {}) =>
      send('POST', '/v2/smartlinks', { body, ...more }),
    redeem: (code: string, id: string = randomUUID()) => {
      const body = JSON.stringify({ smartlink: code, redemption_id: id });
      return send('POST', '/client/v1/redemptions', { body, token: tokens.web ?? '' });
    },
  };
}

export type Serving = Awaited<ReturnType<typeof serviceOn>>;

/** The output of commands that create something. */
interface Made {
  readonly tokens: SampleData['tokens'];
  readonly token: string;
  readonly prefix: string;
  readonly address: string;
}

/** Fills a new database through the service and the commands. */
export async function createSampleData(url: string): Promise<SampleData> {
  const operate = async (args: readonly string[], input?: string) => {
    const ran = await smartlink([...args, '--json'], { DATABASE_URL: url }, input);
    assert.equal(ran.code, 0, ran.stderr);
    return JSON.parse(ran.stdout) as Made;
  };
  const { tokens } = await operate(['app', 'create', '--name', 'shop']);
  const books = await operate(['app', 'create', '--name', 'books']);
  const otherApp = books.tokens.server ?? '';
  const apps = SHOP.apps.map((app) => ({ ...app, hosts: ['go.shop.example'] }));
  await operate(['apply', '-'], JSON.stringify({ apps }));
  const { token: revoked, prefix } = await operate([
    'token',
    'create',
    '--app',
    'shop',
    '--server',
  ]);
  await operate(['token', 'revoke', prefix, '--app', 'shop']);

  const invited = await operate([
    'member',
    'invite',
    ADA.email,
    '--app',
    'shop',
    '--role',
    'owner',
  ]);
  const service = await serviceOn(url, tokens);
  // Pending, because an owner sets it.
  const hosts = { hosts: ['go.shop.example', 'new.shop.example'] };
  const named = await service.send('PATCH', '/manage/v1/app', { body: JSON.stringify(hosts) });
  assert.equal(named.status, 200, named.text);
  const cookie = await accept(service.url, invited.address.split('#')[1] ?? '');
  const filter = { save: [{ name: 'Spring', query: { tag: 'spring' } }] };
  const saved = await fetch(`${service.url}/manage/v1/filters`, {
    method: 'PATCH',
    headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(filter),
  });
  assert.equal(saved.status, 200, await saved.text());
  const make = async (body: object, headers?: Readonly<Record<string, string>>) =>
    codeOf(await service.create(JSON.stringify(body), headers));
  const manage = async (method: string, code: string, body?: object): Promise<void> => {
    const more = body && { body: JSON.stringify(body) };
    const { status, text } = await service.send(method, `/manage/v1/smartlinks/${code}`, more);
    assert.ok(status < 300, text);
  };
  const limited = `{"uri":"products/7","redeem_limit":3,"metadata":${METADATA}}`;
  const codes: SampleData['codes'] = {
    unique: await make({ uri: 'products/5', unique: true }),
    limited: codeOf(await service.create(limited)),
    changed: await make({ uri: 'products/8', metadata: { coupon: 'FIRST' } }),
    keyed: await make({ uri: 'products/9' }, { 'idempotency-key': 'order 9' }),
    routed: await make({ uri: 'über/ß?ü=😀', routes: { web: { link: 'https://shop.example/ü' } } }),
    disabled: await make({ uri: 'products/10' }),
    deleted: await make({ uri: 'products/11', unique: true, metadata: { gone: 'yes' } }),
  };
  await make({ uri: 'products/5', unique: true }, { token: otherApp });
  // A platform token has its own links for the same URI, and their count.
  await make({ uri: 'products/5', unique: true }, { token: tokens.web ?? '' });

  const redeemed: Redeemed[] = [];
  const redeem = async (code: string): Promise<string> => {
    const id = randomUUID();
    const answer = await service.redeem(code, id);
    assert.equal(answer.status, 200, answer.text);
    redeemed.push({ code, id, answer });
    return id;
  };
  await redeem(codes.limited);
  const back = await redeem(codes.limited);
  await manage('POST', `${codes.limited}/redemptions/${back}/give-back`);
  await redeem(codes.changed);
  await manage('PATCH', codes.changed, { metadata: { coupon: 'SECOND' } });
  await redeem(codes.changed);
  await redeem(codes.deleted);
  await manage('PATCH', codes.disabled, { state: 'disabled' });
  await manage('PATCH', codes.routed, { tags: ['Büro', 'spring'], routes: { android: null } });
  await manage('DELETE', codes.deleted);

  await useWebhook(url, service);
  const histories = await historiesOf(service, codes);
  await service.stop();
  await addWaitingRows(url);
  return { tokens, otherApp, revoked, codes, redeemed, histories, cookie };
}

/** Fills the tables of webhooks with an attempt that fails, since the address is not public. */
async function useWebhook(url: string, service: Serving): Promise<void> {
  const send = async (method: string, path: string, body: object) => {
    const { status, text } = await service.send(method, path, { body: JSON.stringify(body) });
    assert.ok(status < 300, text);
    return JSON.parse(text) as { webhook_id: string };
  };
  const types = ['link.created', 'clicks.summary'];
  const webhook = { url: 'https://localhost/', types, tags: ['none'] };
  const { webhook_id: id } = await send('POST', '/manage/v1/webhooks', webhook);
  await send('POST', `/manage/v1/webhooks/${id}/test`, {});
  const store = openDatabaseReader(url);
  await eventually('an attempt and the counts of clicks are stored', async () => {
    const [row] = await store.rows<{ attempts: number; summaries: number }>(
      `select (select count(*) from webhook_attempts) as attempts,
         (select count(*) from webhook_summaries) as summaries`,
    );
    return Number(row?.attempts) > 0 && Number(row?.summaries) > 0;
  });
  await store.close();
  // A copy must not send it again while it is compared.
  await send('PATCH', `/manage/v1/webhooks/${id}`, { state: 'disabled' });
}

/** Accepts an invitation as a browser does; returns the cookie. */
async function accept(url: string, invitation: string): Promise<string> {
  const answer = await fetch(`${url}/manage/v1/invitations/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ invitation, password: ADA.password }),
  });
  assert.equal(answer.status, 200, await answer.text());
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

export function codeOf({ status, text }: Answered): string {
  assert.ok(status === 200 || status === 201, text);
  return (JSON.parse(text) as { smartlink: string }).smartlink.split('/').at(-1) ?? '';
}

export async function historiesOf(
  service: Serving,
  codes: SampleData['codes'],
): Promise<SampleData['histories']> {
  const histories: Partial<Record<Kind, string>> = {};
  for (const [kind, code] of Object.entries(codes) as [Kind, string][]) {
    const { text } = await service.send('GET', `/manage/v1/smartlinks/${code}/history`);
    histories[kind] = text;
  }
  return histories as SampleData['histories'];
}
