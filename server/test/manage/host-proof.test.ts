import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { smartlink, spawnService, startService, type Service } from '../harness.ts';
import { eventually, welcomeOf } from '../processes.ts';
import { memberOf } from './people.ts';
import { getAs } from '../send-as.ts';
import { newStore } from '../store.ts';
import { startDns } from '../dns-server.ts';
import {
  BASE,
  type Scene,
  openScene,
  ask,
  claim,
  check,
  type ShownHost,
  hostsOf,
  publish,
  linkOf,
  statusAt,
} from './host-scene.ts';

describe('a host of an owner', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene();
  });

  test('takes effect on every instance when DNS has the record of the app', async () => {
    const { service, environment, dns, shop, mallory } = scene;
    const other = await startService(environment, {}, shop);
    const code = await linkOf(scene, shop);
    const opens = async (at: Service, host: string): Promise<boolean> =>
      (await statusAt(at, host, `/${code}`)) === 302;
    assert.deepEqual(await claim(scene, shop, 'go.shop.example'), ['go.shop.example']);
    await claim(scene, mallory, 'go.shop.example');
    const [shown] = await hostsOf(scene, shop);
    assert.equal(shown?.state, 'pending');
    assert.equal(shown.record?.type, 'TXT');
    assert.equal(shown.record.name, '_smartlink.go.shop.example');
    assert.match(shown.record.value, /^smartlink-verification=[\w-]{32}$/);
    const [theirs] = await hostsOf(scene, mallory);
    assert.notEqual(theirs?.record?.value, shown.record.value, 'each app has its own value');

    dns.records.set('_smartlink.go.shop.example', ['something else', theirs?.record?.value ?? '']);
    const different = await check(scene, shop, 'go.shop.example');
    assert.deepEqual([different.status, different.json.result], [200, 'different']);
    assert.equal(different.json.host.state, 'pending');
    assert.ok(
      await opens(service, 'anything.example'),
      'a pending host does not affect other names',
    );

    await publish(scene, shop, 'go.shop.example');
    const proven = await check(scene, shop, 'go.shop.example');
    assert.deepEqual(proven.json, {
      host: { host: 'go.shop.example', state: 'proven', record: null },
      result: 'proven',
    });
    for (const instance of [service, other]) {
      await eventually('links no longer open under other names', async () => {
        return !(await opens(instance, 'anything.example'));
      });
      assert.ok(await opens(instance, 'go.shop.example'));
      assert.ok(await opens(instance, 'link.example'));
    }
    const asked = dns.asked.length;
    assert.equal((await check(scene, shop, 'go.shop.example')).json.result, 'proven');
    assert.equal(dns.asked.length, asked, 'a proven host is not checked again');
    const log = await ask(scene, shop, 'GET', '/manage/v1/audit-log?limit=1');
    assert.equal(log.json.entries[0].action, 'prove');
    assert.deepEqual(log.json.entries[0].after, { host: 'go.shop.example' });
  });

  test('stays proven when the list changes around it, and is pending when it is added again', async () => {
    const { shop } = scene;
    const states = async (): Promise<string[]> =>
      (await hostsOf(scene, shop)).map(({ host, state }) => `${host} ${state}`);
    assert.deepEqual(await claim(scene, shop, 'new.shop.example', 'go.shop.example'), [
      'new.shop.example',
    ]);
    assert.deepEqual(await states(), ['new.shop.example pending', 'go.shop.example proven']);
    await claim(scene, shop, 'go.shop.example', 'new.shop.example');
    assert.deepEqual(await states(), ['go.shop.example proven', 'new.shop.example pending']);
    const value = (await hostsOf(scene, shop))[1]?.record?.value;
    await claim(scene, shop);
    assert.deepEqual(await states(), []);
    await claim(scene, shop, 'go.shop.example');
    assert.deepEqual(await states(), ['go.shop.example pending']);
    assert.equal((await hostsOf(scene, shop))[0]?.record?.value, value, 'the value is stable');
    assert.equal((await check(scene, shop, 'go.shop.example')).json.result, 'proven');
  });

  test('can be proven by another app after it was removed', async () => {
    const { shop, mallory } = scene;
    await publish(scene, mallory, 'go.shop.example');
    assert.equal((await check(scene, mallory, 'go.shop.example')).status, 409);
    await claim(scene, shop);
    assert.equal((await check(scene, mallory, 'go.shop.example')).json.result, 'proven');
    await claim(scene, mallory);
  });

  test('can be approved by a command or an apply file instead', async () => {
    const { shop, environment } = scene;
    await claim(scene, shop, 'a.shop.example', 'b.shop.example', 'c.shop.example');
    const approved = await smartlink(
      ['host', 'approve', 'b.shop.example', '--app', 'shop'],
      environment,
    );
    assert.equal(approved.code, 0, approved.stderr);
    const listed = await smartlink(['host', 'list', '--app', 'shop', '--json'], environment);
    assert.deepEqual(
      (JSON.parse(listed.stdout).hosts as ShownHost[]).map(({ host, state }) => [host, state]),
      [
        ['a.shop.example', 'pending'],
        ['b.shop.example', 'proven'],
        ['c.shop.example', 'pending'],
      ],
    );
    const table = await smartlink(['host', 'list'], environment);
    assert.match(
      table.stdout,
      /a\.shop\.example +shop +pending +_smartlink\.a\.shop\.example TXT "/,
    );
    const exported = await ask(scene, shop, 'GET', '/manage/v1/app');
    const same = await ask(scene, shop, 'PATCH', '/manage/v1/app?dry_run=true', exported.json);
    assert.deepEqual(same.json.changes, [], 'the response can be sent back unchanged');
    await scene.service.apply({ apps: [{ name: 'shop', hosts: ['b.shop.example'] }] });
    const states = (await hostsOf(scene, shop)).map(({ state }) => state).toSorted();
    assert.deepEqual(
      states,
      ['pending', 'pending', 'proven'],
      'hosts that the file does not contain stay pending',
    );
    await scene.service.apply({
      apps: [{ name: 'shop', hosts: ['b.shop.example', 'c.shop.example'] }],
    });
    const proven = (await hostsOf(scene, shop)).filter(({ state }) => state === 'proven');
    assert.deepEqual(
      proven.map(({ host }) => host),
      ['b.shop.example', 'c.shop.example'],
    );
  });

  test('is not proven by applying the output of `app show`', async () => {
    const { shop, environment } = scene;
    await claim(scene, shop, 'www.victim.example');
    const shown = JSON.parse(
      (await smartlink(['app', 'show', 'shop', '--json'], environment)).stdout,
    );
    const { name, hosts } = shown as { name: string; hosts: string[] };
    await scene.service.apply({ apps: [{ name, hosts }] });
    assert.equal((await hostsOf(scene, shop))[0]?.state, 'pending');
  });

  test('cannot be used to send unlimited DNS queries', async () => {
    const { shop, dns } = scene;
    scene.advanceClock(3600);
    const hosts = Array.from({ length: 12 }, (_, index) => `h${index}.victim.example`);
    await claim(scene, shop, ...hosts);
    const askedBefore = dns.asked.length;
    const answers = await Promise.all(hosts.map((host) => check(scene, shop, host)));
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 10);
    const refused = answers.filter(({ status }) => status === 429);
    assert.equal(refused.length, 2);
    assert.equal(refused[0]?.json.code, 'too_many_checks');
    assert.match(refused[0].headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal(dns.asked.length - askedBefore, 10);
    scene.advanceClock(60);
    assert.equal((await check(scene, shop, hosts[0] ?? '')).status, 200);
  });

  test('is pending while DNS does not respond; an unknown host is not found', async () => {
    const { shop, mallory, dns } = scene;
    scene.advanceClock(3600);
    dns.isSilent = true;
    const silent = await check(scene, shop, 'h0.victim.example');
    assert.deepEqual([silent.status, silent.json.result], [200, 'unavailable']);
    dns.isSilent = false;
    const asked = dns.asked.length;
    for (const host of ['unknown.example', 'H0.victim.example', '\0', 'a b', 'x'.repeat(400)]) {
      assert.equal((await check(scene, shop, encodeURIComponent(host))).status, 404, host);
    }
    assert.equal((await check(scene, mallory, 'h0.victim.example')).status, 404, "another app's");
    assert.equal(dns.asked.length, asked);
  });

  test('stays pending if its owner loses the role before DNS responds', async () => {
    const { service, shop, dns } = scene;
    scene.advanceClock(3600);
    await memberOf(service, 'ada@shop.example', 'owner');
    for (const [name, role] of [
      ['lowered', { role: 'viewer' }],
      ['removed', undefined],
    ] as const) {
      const host = `${name}.shop.example`;
      await claim(scene, shop, host);
      await publish(scene, shop, host);
      const eve = await memberOf(service, `${name}@shop.example`, 'owner');
      const path = `/manage/v1/members/${eve.id}`;
      dns.beforeResponse = async () => {
        const { status } = await ask(scene, shop, role ? 'PATCH' : 'DELETE', path, role);
        assert.equal(status, 200);
        dns.beforeResponse = async () => undefined;
      };
      const { status, json } = await eve.send('POST', `hosts/${host}/check`, { app: 'shop' });
      assert.deepEqual([status, json.code], [403, 'role_too_low'], name);
      assert.equal((await hostsOf(scene, shop))[0]?.state, 'pending');
      assert.equal((await check(scene, shop, host)).json.result, 'proven');
    }
  });

  test('can have the maximum length of a name, without a record', async () => {
    const long = `${'a'.repeat(60)}.`.repeat(4) + 'example';
    await claim(scene, scene.shop, long);
    assert.equal((await check(scene, scene.shop, long)).json.result, 'missing');
  });
});

test('all workers use a host as soon as one of them has proven it', async () => {
  const dns = await startDns();
  const fleet = await spawnService({
    DATABASE_URL: await newStore(),
    SMARTLINK_BASE: BASE,
    DNS_SERVERS: dns.address,
    WORKERS: '3',
  });
  const token = /sl_server_\w+/.exec(await welcomeOf(fleet))?.[0] ?? '';
  const at = `http://127.0.0.1:${/127\.0\.0\.1:(\d+)/.exec(fleet.output())?.[1]}`;
  // oxlint-disable-next-line typescript/no-explicit-any
  const send = async (method: string, path: string, body?: object): Promise<any> => {
    const response = await fetch(at + path, {
      method,
      // Each request has its own connection, so that it can reach another worker.
      headers: {
        authorization: `Token ${token}`,
        'content-type': 'application/json',
        connection: 'close',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    assert.ok(response.ok, path);
    return response.json();
  };
  const { smartlink: address } = await send('POST', '/v2/smartlinks', {
    uri: 'https://e.example/',
  });
  const path = `/${(address as string).split('/').at(-1)}`;
  const statuses = async (host: string): Promise<Set<number>> => {
    const visits = Array.from({ length: 12 }, () => getAs(at, path, { host }));
    return new Set((await Promise.all(visits)).map(({ status }) => status));
  };
  await send('PATCH', '/manage/v1/app', { hosts: ['go.shop.example'] });
  assert.deepEqual([...(await statuses('anything.example'))], [302]);
  const { record } = (await send('GET', '/manage/v1/hosts')).hosts[0];
  dns.records.set(record.name, [record.value]);
  const { result } = await send('POST', '/manage/v1/hosts/go.shop.example/check');
  assert.equal(result, 'proven');
  await eventually('in every worker, links no longer open under other names', async () => {
    return [...(await statuses('anything.example'))].join() === '404';
  });
  assert.deepEqual([...(await statuses('go.shop.example'))], [302]);
});
