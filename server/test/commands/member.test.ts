import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { spawnService, temporaryFolder, type Spawned } from '../harness.ts';
import { eventually, operator, welcomeOf, type Operator } from '../processes.ts';
import { newStore } from '../store.ts';

const PASSWORD = 'a sentence of my own';
const LINK = /^\s*(http:\S+\/dashboard\/invitation)#([0-9A-Za-z]{40})$/m;

/** Accepts an invitation as a browser does. */
async function accept(url: string, invitation: string, more: object = {}) {
  const answer = await fetch(`${url}/manage/v1/invitations/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ invitation, password: PASSWORD, ...more }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { status: answer.status, cookie, json: (await answer.json()) as Record<string, any> }; // oxlint-disable-line typescript/no-explicit-any
}

describe('smartlink member', () => {
  let operate: Operator;
  let service: Spawned;
  before(async () => {
    operate = operator();
    await operate.json(['app', 'create', '--name', 'shop']);
    service = await spawnService(operate.environment);
  });

  const secretIn = (text: string): string => LINK.exec(text)?.[2] ?? assert.fail(text);

  it('invite prints a link that adds a member, with or without a running service', async () => {
    const invite = ['member', 'invite', 'Ada@shop.example', '--app', 'shop'];
    const { stdout, stderr } = await operate.run(invite);
    assert.match(stdout, /^http:\S+\n$/);
    assert.match(stderr, /the link is for ada@shop\.example; it works once, until \d{4}-/);
    const made = await operate.json([...invite, '--role', 'owner']);
    assert.deepEqual(
      [made.email, made.app, made.role, typeof made.expires_at],
      ['ada@shop.example', 'shop', 'owner', 'string'],
    );
    assert.equal(
      (await accept(service.url, secretIn(stdout))).status,
      410,
      'a later invitation replaces this one',
    );
    const joined = await accept(service.url, secretIn(made.address));
    assert.deepEqual(joined.json.apps, [{ name: 'shop', role: 'owner' }]);
    const again = await operate.run(invite);
    assert.deepEqual([again.code, again.stdout], [1, '']);
    assert.match(again.stderr, /^smartlink: ada@shop\.example is already a member of the app\.\n$/);
    for (const [args, said, code] of [
      [['member', 'invite', 'ada', '--app', 'shop'], /^smartlink: <email> must be an e-mail/, 2],
      [['member', 'invite', 'a@b', '--app', 'shop', '--role', 'king'], /'--role <role>' /, 2],
      [['member', 'invite', 'a@b', '--app', 'toys'], /the app "toys" does not exist/, 1],
    ] as const) {
      const ran = await operate.run(args);
      assert.equal(ran.code, code);
      assert.match(ran.stderr, said);
    }
  });

  it('list shows members and open invitations', async () => {
    await operate.run(['member', 'invite', 'bob@shop.example', '--app', 'shop']);
    const { stdout } = await operate.run(['member', 'list', '--app', 'shop']);
    const lines = stdout.trim().split('\n');
    assert.match(lines[0] ?? '', /^id +e-mail +name +role +joined +last seen$/);
    assert.match(lines[1] ?? '', /^mem_\w{16} +ada@shop\.example +- +owner +\d{4}-.*Z +\d{4}-.*Z$/);
    // The link of the first start has no address.
    assert.match(lines[2] ?? '', /^inv_\w{16} +- +- +owner +invited +-$/);
    assert.match(lines[3] ?? '', /^inv_\w{16} +bob@shop\.example +- +editor +invited +-$/);
    const { members, invitations } = await operate.json(['member', 'list', '--app', 'shop']);
    assert.deepEqual([members.length, invitations.length], [1, 2]);
    assert.ok(!JSON.stringify(members).includes('argon2'));
    assert.ok(!JSON.stringify(invitations).includes('digest'));
  });

  it('remove removes a member, but not the last owner', async () => {
    const remove = ['member', 'remove', 'ada@shop.example', '--app', 'shop'];
    const refused = await operate.run(remove);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /last owner/);
    const { address } = await operate.json(
      'member invite carol@shop.example --app shop --role owner'.split(' '),
    );
    assert.equal((await accept(service.url, secretIn(address))).status, 200);
    const member = await operate.json(remove);
    assert.equal(member.email, 'ada@shop.example');
    assert.equal((await operate.run(remove)).code, 1);
  });

  it('remove lists the tokens and webhooks that the member created, and revokes the tokens on request', async () => {
    const { stdout } = await operate.run(
      'member invite dora@shop.example --app shop --role owner'.split(' '),
    );
    const { cookie } = await accept(service.url, secretIn(stdout));
    const make = async (): Promise<{ token: string; token_id: string }> => {
      const answer = await fetch(`${service.url}/manage/v1/tokens`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
        body: JSON.stringify({ kind: 'server' }),
      });
      assert.equal(answer.status, 201);
      return (await answer.json()) as { token: string; token_id: string };
    };
    const statusOf = async (token: string): Promise<number> => {
      const headers = { authorization: `Token ${token}` };
      return (await fetch(`${service.url}/manage/v1/app`, { headers })).status;
    };
    const first = await make();
    const { webhook_id: hook } = (await (
      await fetch(`${service.url}/manage/v1/webhooks`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Token ${first.token}` },
        body: JSON.stringify({ url: 'https://hooks.shop.example/' }),
      })
    ).json()) as { webhook_id: string };
    const listed = (await operate.run(['token', 'list', '--app', 'shop'])).stdout;
    assert.match(listed, new RegExp(`${first.token_id} +server .* dora@shop\\.example `));
    const remove = ['member', 'remove', 'dora@shop.example', '--app', 'shop'];
    const removed = await operate.run(remove);
    assert.match(removed.stdout, /^dora@shop\.example is no longer a member of shop\n/);
    assert.match(removed.stdout, new RegExp(`still valid.*\n.*\n${first.token_id} +server `));
    assert.ok(!removed.stdout.includes(first.token));
    assert.match(
      removed.stdout,
      new RegExp(`still get events:\n.*\n${hook} +https://hooks\\.shop\\.example/`),
    );
    assert.equal(await statusOf(first.token), 200);

    const again = await operate.json(
      'member invite dora@shop.example --app shop --role owner'.split(' '),
    );
    const back = await fetch(`${service.url}/manage/v1/invitations/accept`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie },
      body: JSON.stringify({
        invitation: secretIn(again.address),
        password: 'a sentence of my own',
        existing_account: true,
      }),
    });
    assert.equal(back.status, 200);
    const { tokens, webhooks } = await operate.json([...remove, '--revoke-tokens']);
    assert.equal(webhooks[0].webhook_id, hook);
    assert.deepEqual(
      tokens.map((one: Record<string, unknown>) => [one.token_id, one.created_by !== null]),
      [[first.token_id, true]],
    );
    assert.match(tokens[0].revoked_at, /Z$/);
    await eventually(
      'the service detects the change',
      async () => (await statusOf(first.token)) === 401,
      10_000,
    );
  });

  it('reset prints a link to choose a new password', async () => {
    const { stdout } = await operate.run(['member', 'reset', 'Carol@shop.example']);
    const password = 'another sentence of mine';
    const answer = await accept(service.url, secretIn(stdout), { password });
    assert.deepEqual([answer.status, answer.json.member.email], [200, 'carol@shop.example']);
    const nobody = await operate.run(['member', 'reset', 'nobody@shop.example']);
    assert.equal(nobody.code, 1);
    assert.match(nobody.stderr, /no account has/);
  });
});

describe('the first start', () => {
  for (const WORKERS of ['1', '2']) {
    it(`with ${WORKERS} processes prints one link for the first person`, async () => {
      const environment = {
        DATABASE_URL:
          WORKERS === '1' ? await newStore() : `sqlite:${temporaryFolder()}/smartlink.db`,
        WORKERS,
      };
      const first = await spawnService(environment);
      const [, address, secret = ''] =
        LINK.exec(await welcomeOf(first)) ?? assert.fail(first.output());
      assert.equal(address, `${first.url}/dashboard/invitation`);
      const nobody = await accept(first.url, secret);
      assert.deepEqual([nobody.status, nobody.json.errors[0].pointer], [422, '/email']);
      await first.stop();
      const second = await spawnService(environment);
      assert.doesNotMatch(second.output(), /first-start/);
      const email = 'Ada@shop.example';
      const { status, json } = await accept(second.url, secret, { email, name: 'Ada' });
      assert.deepEqual(
        [status, json.member.email, json.apps],
        [200, 'ada@shop.example', [{ name: 'my-app', role: 'owner' }]],
      );
      assert.equal((await accept(second.url, secret, { email })).status, 410);
      await second.stop();
    });
  }

  it('after an upgrade creates a link; its user becomes the owner of apps without members', async () => {
    const operate = operator();
    await operate.json(['app', 'create', '--name', 'books']);
    await operate.json(['app', 'create', '--name', 'atlas']);
    const service = await spawnService(operate.environment);
    const secret = LINK.exec(await welcomeOf(service))?.[2] ?? '';
    assert.doesNotMatch(service.output() + service.welcome(), /sl_server_/);
    const { json } = await accept(service.url, secret, { email: 'ada@shop.example' });
    assert.deepEqual(json.apps, [
      { name: 'atlas', role: 'owner' },
      { name: 'books', role: 'owner' },
    ]);
  });
});

describe('a new app from a command', () => {
  const roles = async (url: string, address: string, email?: string): Promise<unknown> =>
    (await accept(url, LINK.exec(address)?.[2] ?? '', email === undefined ? {} : { email })).json
      .apps;
  const owner = (name: string) => ({ name, role: 'owner' });

  it('belongs to the owners of all other apps, who see it in the dashboard', async () => {
    const operate = operator();
    const service = await spawnService(operate.environment);
    const email = 'ada@shop.example';
    assert.deepEqual(await roles(service.url, await welcomeOf(service), email), [owner('my-app')]);
    const file = '{"apps":[{"name":"shop"},{"name":"books"}]}';
    const { stdout } = await operate.run(['apply', '-'], file);
    assert.match(
      stdout,
      /\nshop is owned by ada@shop\.example in the dashboard\nbooks is owned by /,
    );
    const made = await operate.json(['app', 'create', '--name', 'toys']);
    assert.deepEqual(made.owners, [email]);
    const invite = 'member invite bob@shop.example --app toys --role owner';
    const bob = await operate.json(invite.split(' '));
    assert.deepEqual(await roles(service.url, bob.address), [owner('toys')]);
    const signIn = await fetch(`${service.url}/manage/v1/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    const { apps } = (await signIn.json()) as { apps: unknown };
    assert.deepEqual(apps, ['books', 'my-app', 'shop', 'toys'].map(owner));
  });

  it('has no owner if apps belong to different members, and prints how it gets one', async () => {
    const operate = operator();
    await operate.json(['apply', '-'], '{"apps":[{"name":"shop"},{"name":"books"}]}');
    const service = await spawnService(operate.environment);
    for (const [email, app] of [
      ['ada@shop.example', 'shop'],
      ['bob@books.example', 'books'],
    ]) {
      const args = ['member', 'invite', email ?? '', '--app', app ?? '', '--role', 'owner'];
      const { address } = await operate.json(args);
      assert.deepEqual(await roles(service.url, address), [owner(app ?? '')]);
    }
    const { stdout } = await operate.run(['apply', '-'], '{"apps":[{"name":"toys"}]}');
    const invite = 'smartlink member invite <email> --app toys --role owner';
    assert.match(stdout, /\ntoys has no owner yet: the person who signs in with the link of the /);
    assert.ok(stdout.endsWith(`To invite another person: ${invite}\n`));
    const { findings } = await operate.json(['doctor']);
    const [found] = findings.filter(({ what }: { what: string }) => what.includes('no member'));
    assert.deepEqual([found?.level, found?.fix], ['warning', invite]);
    const first = await roles(service.url, await welcomeOf(service), 'eve@shop.example');
    assert.deepEqual((first as unknown[]).at(-1), owner('toys'));
    const { stdout: later } = await operate.run(['app', 'create', '--name', 'tools']);
    assert.ok(
      later.endsWith(`\ntools has no owner yet; invite one: ${invite.replace('toys', 'tools')}\n`),
    );
  });

  it('goes to the first person also if that person owns the first app already', async () => {
    const operate = operator();
    const service = await spawnService(operate.environment);
    const invite = 'member invite ada@shop.example --app my-app --role owner';
    const { address } = await operate.json(invite.split(' '));
    const link = await welcomeOf(service);
    await operate.run(['apply', '-'], '{"apps":[{"name":"books"}]}');
    assert.deepEqual(await roles(service.url, address), [owner('my-app')]);
    const both = [owner('books'), owner('my-app')];
    assert.deepEqual(await roles(service.url, link, 'ada@shop.example'), both);
  });

  it('goes to the first person only without open invitations', async () => {
    const operate = operator();
    for (const name of ['shop', 'books']) await operate.json(['app', 'create', '--name', name]);
    const service = await spawnService(operate.environment);
    await operate.run(['member', 'invite', 'bob@books.example', '--app', 'books']);
    const email = 'ada@shop.example';
    assert.deepEqual(await roles(service.url, await welcomeOf(service), email), [owner('shop')]);
  });
});
