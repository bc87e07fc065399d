import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY_MS } from '../../src/domain/click/slots.ts';
import { clicksSettled } from '../clicks/settled.ts';
import { smartlink, startService } from '../harness.ts';
import { utcDate } from '../manage/click-report-checks.ts';
import { clickYear, countsOf } from '../manage/click-year.ts';
import { operator } from '../processes.ts';
import { storeClicks } from '../store-clicks.ts';

const DAYS = ['--from', '2026-11-01', '--to', '2026-11-10'];

async function shop(from = '2026-11-01', to = '2026-11-11') {
  const made = operator();
  const { json, environment } = made;
  const app = await json(['app', 'create', '--name', 'shop']);
  const { code } = await json(['link', 'create', 'a', '--app', 'shop']);
  const clicks = clickYear({
    from: Date.parse(`${from}T00:00:00Z`),
    to: Date.parse(`${to}T00:00:00Z`),
    count: 500,
    apps: [{ id: app.app.app_id, codes: [code, 'Other'] }],
  });
  await storeClicks(
    environment.DATABASE_URL ?? '',
    clicks.map(({ click }) => click),
  );
  return { ...made, code: code as string, clicks };
}

describe('smartlink clicks', () => {
  it('prints the clicks of an app with a chart, breakdowns and its best links', async () => {
    const { run, code, clicks } = await shop();
    const ran = await run(['clicks', '--app', 'shop', ...DAYS, '--by', 'kind,browser']);
    assert.equal(ran.code, 0, ran.stderr);
    const [head, days, kinds, browsers, note, links] = ran.stdout.trimEnd().split('\n\n');
    const all = countsOf(clicks, 'isFirstInApp');
    const stores = clicks.filter(
      ({ click }) =>
        click.kind === 'human' && (click.outcome === 'get-app' || click.outcome === 'store'),
    ).length;
    assert.deepEqual(head?.split('\n'), [
      'shop',
      '2026-11-01 00:00 to 2026-11-11 00:00, UTC',
      `${all.clicks} clicks, ${all.visitors} daily visitors, ${all.other} other visits; all time: ${all.clicks} clicks, ${all.visitors} daily visitors, ${all.other} other visits`,
      `${all.clicks} visits, ${stores} reached an app store, 0 opened the app, 0 redemptions`,
    ]);
    const [heading, ...rows] = days?.split('\n') ?? [];
    assert.match(heading ?? '', /^day +clicks +visitors +other$/);
    assert.equal(rows.length, 10);
    assert.match(rows[0] ?? '', /^2026-11-01 +\d+ +\d+ +\d+ {2}[█▉▊▋▌▍▎▏]+$/);
    assert.ok(
      rows.some((row) => row.endsWith(` ${'█'.repeat(24)}`)),
      days,
    );
    assert.match(kinds ?? '', new RegExp(`\nhuman +${all.clicks} +${all.visitors} +0 +█{24}`));
    assert.match(browsers ?? '', /\n\(unknown\) +0 +0 +\d+$/);
    assert.equal(note, 'counted by UTC days (2026-11-01 to 2026-11-10): browser');
    const [first = ''] = links?.split('\n').slice(1) ?? [];
    assert.match(first, new RegExp(`^${code} +\\d+ +\\d+ +█{24}$`));
  });

  it('returns the fields of the API with --json', async () => {
    const { json, code, clicks } = await shop();
    const zone = ['--time-zone', 'Europe/Berlin', '--unit', 'week'];
    const link = await json(['clicks', code, ...DAYS, ...zone, '--by', 'platform', '--limit', '2']);
    assert.deepEqual(
      [link.time_zone, link.unit, link.series.length, link.breakdowns.platform.length],
      ['Europe/Berlin', 'week', 3, 2],
    );
    const own = clicks.filter(({ click }) => click.code === code);
    assert.deepEqual(link.lifetime, countsOf(own, 'isFirstOnLink'));
    assert.equal('links' in link, false);
    const app = await json(['clicks', '--app', 'shop', ...DAYS]);
    assert.deepEqual(app.links.length, 2);
    assert.deepEqual(app.lifetime, countsOf(clicks, 'isFirstInApp'));
  });

  it('prints the tags or templates with the most clicks', async () => {
    const { run, json, code } = await shop();
    await run(['link', 'change', code, '--tag', 'sale']);
    const args = ['clicks', '--app', 'shop', ...DAYS, '--top', 'tags'];
    const ran = await run(args);
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /\n\ntag +clicks +visitors *\nsale +\d+ +\d+ +█{24}\n$/);
    const { tags } = await json(args);
    assert.deepEqual([tags.length, tags[0].tag, tags[0].links], [1, 'sale', 1]);
    const { templates } = await json([...args.slice(0, -1), 'templates']);
    assert.deepEqual(templates, []);
  });

  it('leaves out the list of links for a period that is too long, and says so', async () => {
    const { run } = await shop();
    const args = ['clicks', '--app', 'shop', '--json', '--to', '2026-11-10', '--from'];
    const longest = await run([...args, '2025-10-07']);
    assert.equal(JSON.parse(longest.stdout).links.length, 2, longest.stderr);
    assert.equal(longest.stderr, '');
    const longer = await run([...args, '2025-10-06']);
    assert.equal(longer.code, 0);
    assert.equal('links' in JSON.parse(longer.stdout), false);
    assert.equal(
      longer.stderr,
      'smartlink: the list of links needs a period of at most 400 days\n',
    );
  });

  it('refuses a link of another app', async () => {
    const { run, code } = await shop();
    await run(['app', 'create', '--name', 'other']);
    const ran = await run(['clicks', code, '--app', 'other', '--json']);
    assert.equal(ran.code, 1);
    assert.equal(JSON.parse(ran.stdout).error.code, 'not_found');
    assert.equal(
      ran.stderr,
      `smartlink: the app "other" has no smart link with the code "${code}"\n`,
    );
    assert.equal((await run(['clicks', code, '--app', 'shop'])).code, 0);
  });

  it('counts the current UTC day today, also if its date is another one', async () => {
    const start = Date.now();
    const day = (days: number): string => utcDate(start + days * DAY_MS);
    const { json, clicks } = await shop(day(-2), day(3));
    // The date of the first zone is another one until 12:00 UTC, that of the second one from 10:00 on.
    const isBehind = new Date(start).getUTCHours() < 11;
    const zone = isBehind ? 'Etc/GMT+12' : 'Etc/GMT-14';
    const today = ['--from', day(isBehind ? -1 : 1), '--to', day(isBehind ? -1 : 1)];
    const args = ['clicks', '--app', 'shop', ...today, '--time-zone', zone, '--by', 'browser'];
    const { breakdown_days: days, links } = await json(args);
    const currents = [day(0), utcDate(Date.now())];
    assert.ok(currents.some((current) => days.from <= current && current <= days.to));
    const counted = clicks.filter(
      ({ click }) => utcDate(click.at) >= days.from && utcDate(click.at) <= days.to,
    );
    assert.deepEqual(days.totals, countsOf(counted, 'isFirstInApp'));
    const sum = links.reduce((all: number, link: { clicks: number }) => all + link.clicks, 0);
    assert.equal(sum, days.totals.clicks);
  });

  it('works before anything was clicked', async () => {
    const { environment, run } = operator();
    const service = await startService(environment);
    await clicksSettled(service);
    const ran = await run(['clicks', '--app', 'shop', '--by', 'country']);
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /^shop\n.*\n0 clicks, /);
  });

  for (const [args, said, code] of [
    [[], /specify a link, or an app with --app <name>/, 2],
    [['nothing'], /no smart link has the code "nothing"/, 1],
    [['--app', 'shop', '--from', 'x'], /^smartlink: --from must be a date/, 2],
    [['--app', 'shop', '--time-zone', 'x'], /^smartlink: --time-zone must be an IANA/, 2],
    [
      ['--app', 'shop', '--by', 'shoe'],
      /^smartlink: --by unknown dimension "shoe"; the dimensions are kind, outcome, platform, /,
      2,
    ],
    [
      ['--app', 'shop', '--from', '2024-01-01', '--to', '2026-01-01', '--top', 'tags'],
      /^smartlink: --from must be at most 400 days before "to"$/m,
      2,
    ],
    [
      ['--app', 'shop', '--from', '2018-01-01', '--to', '2025-01-01', '--top', 'links'],
      /^smartlink: --from must be at most 400 days before "to"$/m,
      2,
    ],
    [['Rare', '--top', 'tags'], /^smartlink: --top is for an app, not for a link/, 2],
    [['--app', 'shop', '--unit', 'year'], /choices are minute, hour/, 2],
  ] as const) {
    it(`clicks ${args.join(' ')} is rejected`, async () => {
      const { run } = await shop();
      const ran = await run(['clicks', ...args]);
      assert.equal(ran.code, code, ran.stderr);
      assert.match(ran.stderr, said);
    });
  }

  it('says that clicks are off', async () => {
    const { run, environment } = operator();
    await run(['app', 'create', '--name', 'shop']);
    Object.assign(environment, { CLICKS: 'off' });
    const ran = await run(['clicks', '--app', 'shop']);
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, /CLICKS=off/);
  });

  it('names the click store if that cannot be used', async () => {
    const { json, run, environment } = operator();
    await json(['app', 'create', '--name', 'shop']);
    const early = await run(['clicks', '--app', 'shop']);
    assert.equal(early.code, 3);
    assert.match(
      early.stderr,
      /^smartlink: the click store cannot be used \(CLICKS_URL\): .*-clicks\.db does not exist yet; the service creates it/,
    );
    const away = { ...environment, CLICKS_URL: 'clickhouse://127.0.0.1:1/clicks' };
    const ran = await smartlink(['clicks', '--app', 'shop'], away);
    assert.equal(ran.code, 3);
    assert.match(ran.stderr, /click store cannot be used \(CLICKS_URL\): .*ECONNREFUSED/);
  });
});
