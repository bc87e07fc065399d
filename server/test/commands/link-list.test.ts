import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService } from '../harness.ts';
import { operator } from '../processes.ts';

async function shop() {
  const made = operator();
  const { json } = made;
  await json(['app', 'create', '--name', 'shop']);
  await json(['app', 'create', '--name', 'other']);
  const make = async (...args: string[]): Promise<string> =>
    (await json(['link', 'create', ...args])).code;
  const codes = async (...args: string[]): Promise<string[]> => {
    const { smartlinks } = await json(['link', 'list', '--app', 'shop', ...args]);
    return smartlinks.map(({ code }: { code: string }) => code);
  };
  return { ...made, make, codes };
}

describe('smartlink link list', () => {
  it('finds the links of an app by text, tag and state, newest first', async () => {
    const { json, run, make, codes } = await shop();
    assert.equal((await run(['link', 'list', '--app', 'shop'])).stdout, 'no smart links\n');
    const spring = ['--tag', 'spring'];
    const a = await make('products/a', '--app', 'shop', ...spring, '--tag', 'print');
    const b = await make('products/b', '--app', 'shop');
    const c = await make('about', '--app', 'shop', ...spring, '--metadata', '{"n":1}');
    await make('products/theirs', '--app', 'other', ...spring);
    assert.deepEqual(await codes(), [c, b, a]);
    assert.deepEqual(await codes(...spring), [c, a]);
    assert.deepEqual(await codes('--query', 'products'), [b, a]);
    assert.deepEqual(await codes('--query', b), [b]);
    assert.deepEqual(await codes('--limit', '2'), [c, b]);
    await json(['link', 'change', a, '--disable']);
    await json(['link', 'delete', b]);
    assert.deepEqual(await codes('--state', 'disabled'), [a]);
    assert.deepEqual(await codes('--state', 'deleted'), [b]);
    assert.deepEqual(await codes(), [c, a]);
    const { smartlinks } = await json(['link', 'list', '--app', 'shop', '--query', c]);
    assert.deepEqual(smartlinks, [await json(['link', 'show', c])]);
    const { stdout } = await run(['link', 'list', '--app', 'shop']);
    const [heading, ...lines] = stdout.trim().split('\n');
    assert.match(heading ?? '', /^code +created +state +ends +redeemed +tags +name +uri$/);
    assert.match(
      lines[1] ?? '',
      new RegExp(`^${a} .* disabled +- +0 of any +spring, print +- +products/a$`),
    );
  });

  it('reads pages until it has as many links as requested', async () => {
    const { environment, run } = operator();
    const service = await startService(environment);
    const make = async (i: number) => (await service.create({ uri: `p/${i}` })).code;
    const made = await Promise.all(Array.from({ length: 230 }, (_, i) => make(i)));
    const codes = async (limit: string): Promise<string[]> => {
      const { stdout } = await run(['link', 'list', '--app', 'shop', '--limit', limit, '--json']);
      const { smartlinks } = JSON.parse(stdout) as { smartlinks: { code: string }[] };
      return smartlinks.map(({ code }) => code);
    };
    const all = await codes('100000');
    assert.deepEqual(all.toSorted(), made.toSorted());
    assert.deepEqual(await codes('210'), all.slice(0, 210));
  });

  it('lists tags after they are replaced and removed, and history has both', async () => {
    const { json, make, codes } = await shop();
    const code = await make('a', '--app', 'shop', '--tag', 'first');
    assert.deepEqual((await json(['link', 'change', code, '--tag', 'x', '--tag', 'y'])).tags, [
      'x',
      'y',
    ]);
    assert.deepEqual([await codes('--tag', 'first'), await codes('--tag', 'y')], [[], [code]]);
    assert.deepEqual((await json(['link', 'change', code, '--no-tag'])).tags, []);
    assert.deepEqual(await codes('--tag', 'y'), []);
    const unique = ['a', '--app', 'shop', '--unique', '--tag', 'z'];
    const one = await make(...unique);
    const again = await json(['link', 'create', ...unique]);
    assert.deepEqual([again.code, again.created], [one, false]);
  });

  for (const [args, said, code] of [
    [['list', '--app', 'shop', '--state', 'gone'], /'--state <state>' .* choices are active/, 2],
    [['list', '--app', 'shop', '--limit', '0'], /'--limit <count>' .* must be a whole number/, 2],
    [['list', '--app', 'nobody'], /^smartlink: the app "nobody" does not exist/, 1],
    [['create', 'a', '--app', 'shop', '--tag', ''], /^smartlink: --tag must not be empty/, 2],
  ] as const) {
    it(`${args.join(' ')} is rejected`, async () => {
      const { run } = await shop();
      const ran = await run(['link', ...args]);
      assert.equal(ran.code, code);
      assert.match(ran.stderr, said);
    });
  }
});
