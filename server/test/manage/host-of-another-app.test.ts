import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { SHOP, smartlink } from '../harness.ts';
import { eventually } from '../processes.ts';
import { getAs } from '../send-as.ts';
import {
  APPLE_FILE,
  type Scene,
  openScene,
  ask,
  claim,
  check,
  publish,
  linkOf,
  statusAt,
} from './host-scene.ts';

describe('an owner who adds a host of another app', () => {
  let scene: Scene;
  let links: { readonly shop: string; readonly mallory: string };
  before(async () => {
    scene = await openScene();
    const apps = [{ team_id: 'ABCDE12345', bundle_id: 'com.shop.app' }];
    const [shop] = SHOP.apps;
    await scene.service.apply({
      apps: [
        {
          ...shop,
          name: 'shop',
          hosts: ['go.shop.example'],
          platforms: { ...shop?.platforms, universal: { base: 'com.shop.app://', apps } },
        },
      ],
    });
    links = { shop: await linkOf(scene, scene.shop), mallory: await linkOf(scene, scene.mallory) };
    await eventually('the host is in effect', async () => {
      return (await statusAt(scene.service, 'go.shop.example', `/${links.mallory}`)) === 404;
    });
  });

  const untouched = async (): Promise<void> => {
    const { service } = scene;
    assert.equal(await statusAt(service, 'go.shop.example', `/${links.shop}`), 302);
    assert.equal(await statusAt(service, 'go.shop.example', `/${links.mallory}`), 404);
    const file = await getAs(service.url, APPLE_FILE, { host: 'go.shop.example' });
    assert.match(file.text, /ABCDE12345\.com\.shop\.app/);
  };

  test('does not change its links and association files', async () => {
    const platforms = { iphone: { apps: [{ team_id: 'EVILEVILEV', bundle_id: 'com.evil' }] } };
    await ask(scene, scene.mallory, 'PATCH', '/manage/v1/app', { platforms });
    assert.deepEqual(await claim(scene, scene.mallory, 'go.shop.example'), ['go.shop.example']);
    await untouched();
    const file = await getAs(scene.service.url, APPLE_FILE, { host: 'go.shop.example' });
    assert.ok(!file.text.includes('com.evil'));
    const missing = await check(scene, scene.mallory, 'go.shop.example');
    assert.deepEqual([missing.status, missing.json.result], [200, 'missing']);
    await untouched();
  });

  test('does not get it with a DNS record until the operator moves it', async () => {
    await publish(scene, scene.mallory, 'go.shop.example');
    const taken = await check(scene, scene.mallory, 'go.shop.example');
    assert.deepEqual([taken.status, taken.json.code], [409, 'host_taken']);
    assert.ok(!/"shop"|shop app/.test(taken.text), 'whose it is is not disclosed');
    await untouched();
    const { environment } = scene;
    const args = ['host', 'approve', 'go.shop.example', '--app', 'mallory'];
    const refused = await smartlink(args, environment);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /"shop".*--move/);
    await untouched();
    const moved = await smartlink([...args, '--move', '--json'], environment);
    assert.deepEqual(JSON.parse(moved.stdout), {
      host: 'go.shop.example',
      app: 'mallory',
      moved_from: 'shop',
    });
    await eventually('it is moved', async () => {
      return (await statusAt(scene.service, 'go.shop.example', `/${links.mallory}`)) === 302;
    });
    assert.equal(await statusAt(scene.service, 'go.shop.example', `/${links.shop}`), 404);
    const log = await ask(scene, scene.shop, 'GET', '/manage/v1/audit-log?limit=1');
    assert.deepEqual(log.json.entries[0].after, { 'shop/hosts': [] });
    const back = await smartlink(
      ['host', 'approve', 'go.shop.example', '--app', 'shop', '--move'],
      environment,
    );
    assert.equal(back.code, 0, back.stderr);
    await eventually('it is back', async () => {
      return (await statusAt(scene.service, 'go.shop.example', `/${links.shop}`)) === 302;
    });
  });

  test('does not affect links to the web site of that app', async () => {
    await claim(scene, scene.mallory, 'shop.example', 'www.shop.example');
    for (const uri of ['https://shop.example/sale', 'https://www.shop.example/sale', 'sale']) {
      const made = await ask(scene, scene.shop, 'POST', '/v2/smartlinks', { uri });
      assert.equal(made.status, 201, made.text);
      const code = (made.json.smartlink as string).split('/').at(-1);
      assert.equal(await statusAt(scene.service, 'link.example', `/${code}`), 302);
    }
    const platforms = { web: { base: 'https://shop.example', fallback: 'https://shop.example/x' } };
    const saved = await ask(scene, scene.shop, 'PATCH', '/manage/v1/app', { platforms });
    assert.equal(saved.status, 200, saved.text);
  });

  test('does not affect links under names that no app has proven', async () => {
    await claim(scene, scene.mallory, 'go.mallory.example');
    for (const host of ['go.mallory.example', 'anything.example']) {
      assert.equal(await statusAt(scene.service, host, `/${links.mallory}`), 302, host);
      assert.equal(await statusAt(scene.service, host, `/${links.shop}`), 404, host);
      const file = await getAs(scene.service.url, APPLE_FILE, { host });
      assert.ok(!file.text.includes('com.shop.app'), host);
    }
  });
});
