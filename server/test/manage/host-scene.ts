import assert from 'node:assert/strict';
import { createApp, type CreatedApp } from '../../src/actions/apps/create-app.ts';
import { startDns, type DnsServer } from '../dns-server.ts';
import { startService, type Answer, type Service } from '../harness.ts';
import { getAs } from '../send-as.ts';
import { newStore } from '../store.ts';

export const BASE = 'https://link.example';
export const APPLE_FILE = '/.well-known/apple-app-site-association';

/** A service with two apps whose owners do not trust each other, on a shared database. */
export interface Scene {
  readonly service: Service;
  readonly environment: Readonly<Record<string, string>>;
  readonly dns: DnsServer;
  /** The attacked app and the attacking app. */
  readonly shop: CreatedApp;
  readonly mallory: CreatedApp;
  /** Advances the clock. */
  advanceClock(seconds: number): void;
}

export async function openScene(): Promise<Scene> {
  const dns = await startDns();
  let now = Date.now();
  const environment = {
    DATABASE_URL: await newStore(),
    SMARTLINK_BASE: BASE,
    DNS_SERVERS: dns.address,
  };
  const service = await startService(environment, { now: () => now });
  const mallory = await createApp(service.app.ctx, 'mallory');
  const advanceClock = (seconds: number): void => void (now += seconds * 1000);
  return { service, environment, dns, shop: service.owner, mallory, advanceClock };
}

export const ask = (
  { service }: Scene,
  app: CreatedApp,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> =>
  service.request(method, path, {
    token: app.tokens.server,
    ...(body === undefined ? {} : { body }),
  });

/** Sets the hosts of an app as its owner. */
export async function claim(scene: Scene, app: CreatedApp, ...hosts: string[]): Promise<string[]> {
  const answer = await ask(scene, app, 'PATCH', '/manage/v1/app', { hosts });
  assert.equal(answer.status, 200, answer.text);
  return answer.json.pending_hosts as string[];
}

export const check = (scene: Scene, app: CreatedApp, host: string): Promise<Answer> =>
  ask(scene, app, 'POST', `/manage/v1/hosts/${host}/check`);

export interface ShownHost {
  readonly host: string;
  readonly state: string;
  readonly record: { readonly type: string; readonly name: string; readonly value: string } | null;
}

export const hostsOf = async (scene: Scene, app: CreatedApp): Promise<ShownHost[]> =>
  (await ask(scene, app, 'GET', '/manage/v1/hosts')).json.hosts;

/** Publishes the DNS record that the service shows for a host of an app. */
export async function publish(scene: Scene, app: CreatedApp, host: string): Promise<void> {
  const shown = (await hostsOf(scene, app)).find((one) => one.host === host);
  assert.ok(shown?.record, host);
  const { records } = scene.dns;
  const others = records.get(shown.record.name) ?? [];
  records.set(shown.record.name, ['v=spf1 -all', ...others, shown.record.value]);
}

export async function linkOf(scene: Scene, app: CreatedApp): Promise<string> {
  const made = await ask(scene, app, 'POST', '/v2/smartlinks', { uri: 'https://e.example/x' });
  assert.equal(made.status, 201, made.text);
  return (made.json.smartlink as string).split('/').at(-1) ?? '';
}

export const statusAt = async (service: Service, host: string, path: string): Promise<number> =>
  (await getAs(service.url, path, { host })).status;
