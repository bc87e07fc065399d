import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BATCH_SIZE, type Click } from '../../src/storage/clicks/batch.ts';
import type { ClickSql, ClickTransaction } from '../../src/storage/clicks/click-sql.ts';
import { ClickWriter } from '../../src/storage/clicks/click-writer.ts';
import { APP_PROFILES, LINK_PROFILES } from '../../src/storage/clicks/profile-limits.ts';
import type { DatabaseReader } from '../store.ts';
import { allEqual, by, sumsOf } from './click-store.ts';
import { batchOf, openClicksHere } from './click-thread-here.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
/** Up to how many profiles a referrer is counted by itself. */
const [EXACT_IN_APP = 0, MAX_APP_PROFILES = 0] = APP_PROFILES;
const [EXACT_ON_LINK = 0, MAX_LINK_PROFILES = 0, MAX_CAMPAIGNS = 0] = LINK_PROFILES;
/** More than a batch of any size needs, and far less than one for each click or combination. */
const FEW_STATEMENTS = 40;

async function countOf(reader: DatabaseReader, what: string): Promise<number> {
  const [row] = await reader.rows<{ n: number }>(`select count(*) as n from ${what}`);
  return row?.n ?? 0;
}

/** The number of profiles of an app in `app_days`. */
function profilesOf(reader: DatabaseReader, app: string): Promise<number> {
  return countOf(reader, `app_days d join click_texts t on t.id = d.app where t.text = '${app}'`);
}

/** Counts the statements of transactions from now on. */
function statementsOf(sql: ClickSql): { count: number } {
  const statements = { count: 0 };
  const transaction = sql.transaction.bind(sql);
  const counted = (tx: ClickTransaction): ClickTransaction =>
    new Proxy(tx, {
      get: (target, name: keyof ClickTransaction) => {
        statements.count++;
        return target[name];
      },
    });
  Object.assign(sql, {
    transaction: <T>(work: (tx: ClickTransaction) => Promise<T>) =>
      transaction((tx) => work(counted(tx))),
  });
  return statements;
}

/** Clicks with a referrer each that no other click has. */
function clicksFrom(
  prefix: string,
  count: number,
  fields: (index: number) => Partial<Click> = () => ({}),
): Partial<Click>[] {
  return Array.from({ length: count }, (_, index) => ({
    at: NOW,
    referrer: `${prefix}-${index}.example`,
    ...fields(index),
  }));
}

describe('referrers that a program makes up', () => {
  it('are counted together beyond a number per link, app and day, also within a batch', async () => {
    const { sql, another, reader } = await openClicksHere();
    let writer = new ClickWriter(sql, 'one', false);
    await writer.store(batchOf(clicksFrom('one', BATCH_SIZE)), 1, NOW);
    assert.equal(await countOf(reader, 'link_days'), MAX_LINK_PROFILES + 1);
    assert.equal(await countOf(reader, 'app_days'), MAX_APP_PROFILES + 1);
    const texts = await countOf(reader, 'click_texts');
    assert.ok(texts < MAX_APP_PROFILES + 20, `${texts} texts`);
    // A thread that has just started knows what the app has.
    writer = new ClickWriter(another(), 'one', false);
    for (let seq = 2; seq < 5; seq++) {
      const code = (click: number) => ({ code: `CODE${click % 2000}` });
      await writer.store(batchOf(clicksFrom(`batch-${seq}`, BATCH_SIZE, code)), seq, NOW);
    }
    assert.equal(await countOf(reader, 'app_days'), MAX_APP_PROFILES + 1);
    assert.equal(await countOf(reader, 'click_texts'), texts, 'only what is counted is stored');
    assert.deepEqual(await sumsOf(reader), allEqual(4 * BATCH_SIZE));
    // What was counted before is still counted by itself.
    await writer.store(batchOf(clicksFrom('one', 3)), 5, NOW);
    assert.equal((await by(reader, 'referrer'))['one-0.example'], 2);
  });

  it('leave room for those of people if they are not of people', async () => {
    const { sql, reader } = await openClicksHere();
    const writer = new ClickWriter(sql, 'one', false);
    const tool = () => ({ kind: 'tool' }) as const;
    await writer.store(batchOf(clicksFrom('tool', MAX_APP_PROFILES, tool)), 1, NOW);
    assert.equal(await countOf(reader, 'app_days'), EXACT_IN_APP / 2 + 1);
    await writer.store(batchOf(clicksFrom('person', 10)), 2, NOW);
    const counts = await by(reader, 'referrer');
    for (let index = 0; index < 10; index++) assert.equal(counts[`person-${index}.example`], 1);
    assert.equal(await countOf(reader, 'link_days'), EXACT_ON_LINK / 2 + 1 + 10);
  });

  it('leave room for those of people also if they lose their referrers and campaigns', async () => {
    const { sql, reader } = await openClicksHere();
    const writer = new ClickWriter(sql, 'one', false);
    const invented = clicksFrom('tool', 2 * MAX_CAMPAIGNS, (index) => ({
      kind: 'tool',
      language: `l${index}`,
      campaign: { campaign: `c-${index}`, source: '', medium: '' },
    }));
    await writer.store(batchOf(invented), 1, NOW);
    await writer.store(
      batchOf(clicksFrom('person', 200, (index) => ({ language: `p${index}` }))),
      2,
      NOW,
    );
    const languages = await by(reader, 'language', 'link_days');
    for (let index = 0; index < 200; index++) assert.equal(languages[`p${index}`], 1);
  });

  it('are counted together in every app, however many apps have too many, with few statements', async () => {
    const { sql, reader } = await openClicksHere();
    const writer = new ClickWriter(sql, 'one', false);
    const apps = Array.from({ length: 11 }, (_, index) => `app-${index}`);
    for (const [index, app] of apps.entries()) {
      const fields = () => ({ appId: app, code: app });
      await writer.store(batchOf(clicksFrom(app, MAX_APP_PROFILES, fields)), index + 1, NOW);
    }
    const statements = statementsOf(sql);
    const fields = (index: number) => {
      const app = apps[index % apps.length] ?? '';
      return { appId: app, code: app };
    };
    await writer.store(batchOf(clicksFrom('more', 600, fields)), apps.length + 1, NOW);
    assert.ok(statements.count < FEW_STATEMENTS, `${statements.count} statements`);
    for (const app of apps) assert.equal(await profilesOf(reader, app), MAX_APP_PROFILES + 1);
    assert.deepEqual(await sumsOf(reader), allEqual(apps.length * MAX_APP_PROFILES + 600));
  });

  it('on one link need few statements, however many browsers they have', async () => {
    const { sql, reader } = await openClicksHere();
    const writer = new ClickWriter(sql, 'one', false);
    const statements = statementsOf(sql);
    const clicks = clicksFrom('site', MAX_LINK_PROFILES + 300, (index) => ({
      agent: { kind: 'human', browser: 'Chrome', inApp: `App ${index}`, userAgent: 'Chrome' },
    }));
    await writer.store(batchOf(clicks), 1, NOW);
    assert.ok(statements.count < FEW_STATEMENTS, `${statements.count} statements`);
    assert.equal(await countOf(reader, 'link_days'), MAX_LINK_PROFILES + 300);
    assert.deepEqual(await sumsOf(reader), allEqual(MAX_LINK_PROFILES + 300));
  });
});

describe('opened apps and redemptions', () => {
  /** Each with a campaign that no other has. */
  const eventsOf = (prefix: string, count: number): Partial<Click>[] =>
    Array.from({ length: count }, (_, index): Partial<Click> => ({
      at: NOW,
      kind: index % 2 === 0 ? 'open' : 'redeem',
      outcome: '',
      isHashed: false,
      campaign: { campaign: `${prefix}-${index}`, source: '', medium: '' },
    }));

  it('keep their campaigns, however different the visits of people are, also after a restart', async () => {
    const { sql, another, reader } = await openClicksHere();
    const writer = new ClickWriter(sql, 'one', false);
    await writer.store(batchOf(clicksFrom('person', EXACT_IN_APP)), 1, NOW);
    await writer.store(batchOf(eventsOf('early', 10)), 2, NOW);
    await new ClickWriter(another(), 'two', false).store(batchOf(eventsOf('late', 10)), 1, NOW);
    for (const table of ['app_days', 'link_days']) {
      const campaigns = await by(reader, 'campaign', table);
      for (let index = 0; index < 10; index++) {
        const counts = [campaigns[`early-${index}`], campaigns[`late-${index}`]];
        assert.deepEqual(counts, [1, 1], `${table} ${index}`);
      }
    }
    assert.deepEqual(await sumsOf(reader), allEqual(EXACT_IN_APP + 20));
  });

  it('lose invented campaigns beyond a number of their own, also after a restart', async () => {
    const { sql, another, reader } = await openClicksHere();
    const writer = new ClickWriter(sql, 'one', false);
    await writer.store(batchOf(clicksFrom('person', EXACT_IN_APP)), 1, NOW);
    await writer.store(batchOf(eventsOf('early', EXACT_IN_APP)), 2, NOW);
    // A coarse profile for each of the two kinds.
    const profiles = EXACT_IN_APP + EXACT_IN_APP / 2 + 2;
    assert.equal(await countOf(reader, 'app_days'), profiles);
    const restarted = new ClickWriter(another(), 'two', false);
    await restarted.store(batchOf(eventsOf('late', EXACT_IN_APP)), 1, NOW);
    assert.equal(await countOf(reader, 'app_days'), profiles);
    // Those of people have the room that they had.
    const people = MAX_APP_PROFILES - EXACT_IN_APP;
    await restarted.store(batchOf(clicksFrom('another', 2 * people)), 2, NOW);
    assert.equal(await countOf(reader, 'app_days'), profiles + people + 1);
  });
});

describe('a link with very different visitors', () => {
  const LANGUAGES = 10;
  const REFERRERS = 30;
  const BROWSERS = ['Chrome', 'Safari', 'Firefox', 'Edge', 'Opera'];
  const CAMPAIGNS = ['', 'spring', 'summer'];
  const some = <T>(list: readonly T[], index: number): T => list[index % list.length]!;
  const COMBINATIONS = LANGUAGES * REFERRERS * BROWSERS.length * CAMPAIGNS.length;
  const clicks = Array.from({ length: COMBINATIONS }, (_, index): Partial<Click> => {
    const rest = Math.floor(index / LANGUAGES);
    const further = Math.floor(rest / REFERRERS);
    const browser = some(BROWSERS, further);
    return {
      at: NOW,
      language: `l${index % LANGUAGES}`,
      referrer: `site-${rest % REFERRERS}.example`,
      agent: { kind: 'human', browser, inApp: '', userAgent: browser },
      campaign: {
        campaign: some(CAMPAIGNS, Math.floor(further / BROWSERS.length)),
        source: 'mail',
        medium: '',
      },
    };
  });

  it('loses languages first, then referrers, and no campaign, also after a restart', async () => {
    const { sql, another, reader } = await openClicksHere();
    await new ClickWriter(sql, 'one', false).store(batchOf(clicks), 1, NOW);
    const ofLink = async (column: string) => by(reader, column, 'link_days');
    const each = COMBINATIONS / CAMPAIGNS.length;
    assert.deepEqual(await ofLink('campaign'), { '': each, spring: each, summer: each });
    const browsers = Object.values(await ofLink('browser'));
    assert.deepEqual(
      browsers,
      BROWSERS.map(() => COMBINATIONS / BROWSERS.length),
    );
    const languages = (await ofLink('language'))['(other)'] ?? 0;
    const referrers = (await ofLink('referrer'))['(other)'] ?? 0;
    assert.ok(languages > referrers && referrers > 0, `${languages} and ${referrers}`);
    await new ClickWriter(another(), 'two', false).store(batchOf(clicks), 1, NOW);
    const twice = 2 * each;
    assert.deepEqual(await ofLink('campaign'), { '': twice, spring: twice, summer: twice });
    assert.deepEqual(await sumsOf(reader), allEqual(2 * COMBINATIONS));
  });

  it('counts invented campaigns together', async () => {
    const { sql, reader } = await openClicksHere();
    const invented = Array.from({ length: 2 * MAX_CAMPAIGNS }, (_, index): Partial<Click> => ({
      at: NOW,
      campaign: { campaign: `c-${index}`, source: '', medium: '' },
    }));
    await new ClickWriter(sql, 'one', false).store(batchOf(invented), 1, NOW);
    assert.equal(await countOf(reader, 'link_days'), MAX_CAMPAIGNS + 1);
    assert.equal((await by(reader, 'campaign', 'link_days'))['(other)'], MAX_CAMPAIGNS);
    assert.deepEqual(await sumsOf(reader), allEqual(2 * MAX_CAMPAIGNS));
  });
});

describe('the texts of clicks', () => {
  it('can be more than a process keeps in memory', async () => {
    const { sql, reader } = await openClicksHere();
    const writer = new ClickWriter(sql, 'one', false);
    const ordinary = batchOf([{ at: NOW }, { at: NOW, kind: 'bot' }]);
    await writer.store(ordinary, 1, NOW);
    // Far more texts than profiles.
    for (let seq = 2; seq < 8; seq++) {
      const clicks = clicksFrom(`site-${seq}`, 4300, (index) => {
        const name = `${seq}-${index}`;
        const campaign = { campaign: `c-${name}`, source: `s-${name}`, medium: `m-${name}` };
        return { appId: `app-${seq}`, code: `CODE${seq}`, campaign };
      });
      await writer.store(batchOf(clicks), seq, NOW);
    }
    await writer.store(ordinary, 8, NOW);
    assert.ok((await countOf(reader, 'click_texts')) > 100_000);
    assert.deepEqual(await sumsOf(reader), allEqual(6 * 4300 + 4));
  });

  it('use no ids up if they are stored already', async () => {
    const { sql, another, reader } = await openClicksHere();
    const batch = batchOf(clicksFrom('site', 100));
    for (let instance = 0; instance < 3; instance++) {
      await new ClickWriter(another(), `writer ${instance}`, false).store(batch, 1, NOW);
    }
    const writer = new ClickWriter(sql, 'last', false);
    await writer.store(batchOf(clicksFrom('another', 1)), 1, NOW);
    for (const table of ['click_texts', 'click_links', 'click_profiles']) {
      const [row] = await reader.rows<{ last: number }>(`select max(id) as last from ${table}`);
      assert.equal(row?.last, await countOf(reader, table), table);
    }
  });
});
