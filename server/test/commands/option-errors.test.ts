import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { EVENT_TYPES } from '../../src/domain/webhook/event-type.ts';
import { operator, type Operator } from '../processes.ts';

/** Values that the action refuses, and how the errors name them. */
const CASES = [
  [['webhook', 'create', 'ftp://x'], '<url>', '/url'],
  [
    ['webhook', 'create', 'https://x.example/', '--description', 'a\u0007b'],
    '--description',
    '/description',
  ],
  [['webhook', 'create', 'https://x.example/', '--tag', 'a\u0007b'], '--tag', '/tags/0'],
  [['webhook', 'create', 'https://x.example/', '--tag', ''], '--tag', '/tags/0'],
  [['webhook', 'create', 'https://x.example/', '--tag', 'a'.repeat(65)], '--tag', '/tags/0'],
  [
    ['webhook', 'change', 'WEBHOOK', '--description', 'a'.repeat(201)],
    '--description',
    '/description',
  ],
  [['webhook', 'change', 'WEBHOOK', '--url', 'ftp://x'], '--url', '/url'],
  [['webhook', 'change', 'WEBHOOK', '--tag', 'a\u0007b'], '--tag', '/tags/0'],
  [['host', 'approve', 'a b'], '<host>', '/host'],
  [['host', 'approve', '127.0.0.1'], '<host>', '/host'],
] as const;

describe('an invalid value of a command', () => {
  let shop: Operator;
  let webhook = '';
  before(async () => {
    shop = operator();
    await shop.json(['app', 'create', '--name', 'shop']);
    const args = ['webhook', 'create', 'https://hooks.shop.example/', '--app', 'shop'];
    webhook = (await shop.json(args)).webhook_id;
  });

  for (const [args, option, pointer] of CASES) {
    it(`${JSON.stringify(args.join(' ').slice(0, 100))} is named as on the command line`, async () => {
      const real = args.map((arg) => (arg === 'WEBHOOK' ? webhook : arg));
      const ran = await shop.run([...real, '--app', 'shop', '--json']);
      assert.equal(ran.code, 2, ran.stderr);
      const { code, errors } = JSON.parse(ran.stdout).error;
      assert.equal(code, 'validation_failed');
      const [{ detail, ...named }, ...others] = errors;
      assert.deepEqual([named, others], [{ option, pointer }, []]);
      assert.equal(ran.stderr, `smartlink: ${option} ${detail}\n`);
    });
  }

  it('--type all can be combined with types that must be named, and --tag all with nothing', async () => {
    const typesOf = async (...types: string[]): Promise<string[]> => {
      const args = types.flatMap((type) => ['--type', type]);
      return (await shop.json(['webhook', 'change', webhook, '--app', 'shop', ...args])).types;
    };
    const both = await typesOf('all', 'redemption.refused');
    assert.deepEqual(
      both,
      EVENT_TYPES.filter((type) => type !== 'clicks.summary'),
    );
    assert.deepEqual(await typesOf('all', 'link.created'), []);
    assert.deepEqual(await typesOf('link.created'), ['link.created']);
    const args = ['webhook', 'change', webhook, '--app', 'shop', '--tag', 'all', '--tag', 'x'];
    const ran = await shop.run(args);
    assert.equal(ran.code, 2);
    assert.match(ran.stderr, /--tag all cannot be combined/);
  });
});
