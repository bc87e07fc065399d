import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { smartlink, startService } from '../harness.ts';
import { eventually, operator } from '../processes.ts';

async function coupon() {
  const made = operator();
  const service = await startService(made.environment);
  const link = { uri: 'https://shop.example/', metadata: { coupon: 'A' }, redeem_limit: 1 };
  const { code } = await service.create(link);
  const redeem = (id: string) =>
    service.request('POST', '/client/v1/redemptions', {
      token: service.owner.tokens.web,
      body: { smartlink: code, redemption_id: id },
    });
  return { ...made, service, code, redeem };
}

describe('smartlink link', () => {
  /** For commands that change nothing. */
  let shared: ReturnType<typeof coupon> | undefined;

  it('change takes effect in a running service', async () => {
    const { json, environment, code, redeem, service } = await coupon();
    assert.equal((await redeem(randomUUID())).status, 200);
    assert.equal((await redeem(randomUUID())).status, 409);
    const raised = await json(['link', 'change', code, '--redeem-limit', '2']);
    const { state, redeem_limit, redemptions, tags } = raised;
    assert.deepEqual(
      [raised.code, state, redeem_limit, redemptions, tags],
      [code, 'active', 2, 1, []],
    );
    assert.equal((await redeem(randomUUID())).json.redemptions, 2);
    await json(['link', 'change', code, '--redeem-limit', 'none', '--metadata', '{"coupon":"B"}']);
    const third = await redeem(randomUUID());
    assert.deepEqual(third.json, {
      code,
      metadata: { coupon: 'B' },
      redemptions: 3,
      redeem_limit: null,
    });
    assert.equal((await service.request('GET', `/${code}`)).status, 302);
    const args = ['link', 'change', `${service.url}/${code}`, '--disable'];
    const { port: PORT } = new URL(service.url);
    const { stdout } = await smartlink(args, { ...environment, PORT });
    assert.equal(stdout, `${code} is disabled; redeemed 3 of any number\n`);
    assert.equal((await redeem(randomUUID())).status, 410);
    const isGone = async () => (await service.request('GET', `/${code}`)).status === 410;
    await eventually('the link is gone', isGone, 500);
    await json(['link', 'change', code, '--enable']);
    assert.equal((await redeem(randomUUID())).status, 200);
  });

  it('redemptions and give-back list and undo redemptions', async () => {
    const { json, run, code, redeem } = await coupon();
    assert.equal((await run(['link', 'redemptions', code])).stdout, 'no redemptions\n');
    const id = randomUUID();
    const first = await redeem(id);
    const [entry] = (await json(['link', 'redemptions', code])).redemptions;
    assert.deepEqual([entry.redemption_id, entry.redemptions, entry.given_back_at], [id, 1, null]);
    const redemption = await json(['link', 'give-back', code, id.toUpperCase()]);
    assert.equal(redemption.given_back_by, 'operator');
    assert.deepEqual(await json(['link', 'give-back', code, id]), redemption);
    assert.equal((await redeem(id)).text, first.text);
    assert.equal((await redeem(randomUUID())).status, 200);
    assert.equal((await redeem(randomUUID())).status, 409);
    const { stdout } = await run(['link', 'redemptions', code]);
    assert.match(stdout, new RegExp(`${id}.*operator\\n$`));
    const wrong = await run(['link', 'give-back', code, randomUUID()]);
    assert.deepEqual([wrong.code, wrong.stdout], [1, '']);
  });

  it('delete stops a link, and restore makes it what it was', async () => {
    const { json, run, code, redeem } = await coupon();
    const deleted = await json(['link', 'delete', code]);
    assert.deepEqual([deleted.code, deleted.state], [code, 'deleted']);
    assert.deepEqual(await json(['link', 'delete', code]), deleted);
    const { stdout } = await run(['link', 'delete', code]);
    assert.equal(
      stdout,
      `${code} is deleted; it can be restored until ${deleted.restorable_until}\n`,
    );
    assert.equal((await redeem(randomUUID())).status, 410);
    assert.equal((await json(['link', 'show', code])).state, 'deleted');
    const ran = await run(['link', 'change', code, '--enable']);
    assert.deepEqual([ran.code, ran.stderr], [1, 'smartlink: The smart link is deleted.\n']);
    assert.equal((await run(['link', 'restore', code])).stdout, `${code} is active\n`);
    assert.equal((await redeem(randomUUID())).status, 200);
  });

  for (const args of [
    ['link', 'show', 'ADDRESS'],
    ['link', 'change', 'ADDRESS', '--disable'],
    ['link', 'delete', 'ADDRESS'],
    ['link', 'restore', 'ADDRESS'],
    ['link', 'redemptions', 'ADDRESS'],
    ['link', 'give-back', 'ADDRESS', '0e6f7a52-5d0c-4b8e-9a3f-2f1f0c6f9d11'],
    ['clicks', 'ADDRESS'],
  ]) {
    it(`${args.join(' ')} is rejected if no links open there`, async () => {
      const { json, run, code } = await (shared ??= coupon());
      for (const address of [
        `https://shop.example/${code}`,
        `http://127.0.0.1:8080/products/${code}`,
        `127.0.0.1:8080/products/${code}`,
      ]) {
        const ran = await run(args.map((arg) => (arg === 'ADDRESS' ? address : arg)));
        assert.deepEqual([ran.code, ran.stdout], [2, '']);
        assert.match(
          ran.stderr,
          /^smartlink: [<[]\w+[>\]] is not the address .* open at http:\/\/127\.0\.0\.1:8080\/<code>\. Use the code/,
        );
      }
      assert.equal((await json(['link', 'show', code])).state, 'active');
    });
  }

  for (const [args, said] of [
    [['change', 'CODE'], /^smartlink: specify at least one change/],
    [['change', 'CODE', '--json'], /^smartlink: specify at least one change/],
    [
      ['change', 'CODE', '--enable', '--disable'],
      /'--disable' cannot be used with option '--enable'/,
    ],
    [
      ['change', 'CODE', '--disable', '--enable'],
      /'--disable' cannot be used with option '--enable'/,
    ],
    [
      ['change', 'CODE', '--tag', 'a', '--no-tag'],
      /'--tag <tag>' cannot be used with .* '--no-tag'/,
    ],
    [
      ['change', 'CODE', '--no-tag', '--tag', 'a'],
      /'--tag <tag>' cannot be used with .* '--no-tag'/,
    ],
    [['change', 'CODE', '--redeem-limit', '0'], /^smartlink: --redeem-limit must be >= 1/],
    [['change', 'CODE', '--redeem-limit', 'few'], /must be a whole number .*, or none\./],
    [['change', 'CODE', '--metadata', '{'], /'--metadata <json>' .* is not JSON/],
    [['change', 'CODE', '--metadata', '{"a":null}'], /^smartlink: --metadata \/a must /],
    [
      ['change', 'CODE', '--tag', 'a', '--tag', 'a'],
      /^smartlink: --tag must not have duplicate entries/,
    ],
    [['redemptions', 'CODE', '--limit', '0'], /'--limit <count>' .* must be a whole number/],
  ] as const) {
    it(`${args.join(' ')} is rejected`, async () => {
      const { run, code } = await (shared ??= coupon());
      const ran = await run(['link', ...args.map((arg) => (arg === 'CODE' ? code : arg))]);
      assert.equal(ran.code, 2);
      assert.match(ran.stderr, said);
      assert.doesNotMatch(ran.stderr, / \/(?:redeem_limit|metadata|tags)/);
    });
  }
});
