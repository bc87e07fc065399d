import type { Template } from '../../src/domain/template/template.ts';
import { PLATFORMS } from '../../src/domain/app/platform.ts';
import type { Transaction } from '../../src/storage/database.ts';
import { proof, type Service } from '../harness.ts';
import { ENGINE } from '../store.ts';

/** The size of the worst-case app. */
export const LINKS = proof ? 2200 : 800;
const TEMPLATES = 20_000;
const CHANGES = 2000;
const BIG_AUDIT_ENTRIES = 120;
const TOKENS = 5000;
const MEMBERS = 3000;
/** Of one member: 100 are active. */
const SESSIONS = 1000;
const ACTIVE_SESSIONS = 100;
/** An app can have 100. The tested calls create more, and all others have expired. */
const OPEN_INVITATIONS = 80;
const REDEMPTIONS = 5000;

const MAX_LENGTH = 2048;
const BODY_BYTES = 61_000;

/** 2,048 characters in as many segments as possible. */
export const LONG_URI = `/${'x/'.repeat(MAX_LENGTH / 2 - 5)}`;
export const LONG_LINK = `https://shop.example${LONG_URI}`.slice(0, MAX_LENGTH);
/**
 * Metadata of the maximum width, depth and length. Characters outside Latin-1 take the most time.
 */
export const METADATA = {
  wide: JSON.stringify(
    Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, i / 8])),
  ),
  deep: JSON.stringify({ a: Array.from({ length: 240 }, () => nested(28)) }),
  long: JSON.stringify({ a: '漢'.repeat(5400) }),
} as const;

function nested(levels: number): unknown {
  return levels === 0 ? 'x' : [nested(levels - 1)];
}

/**
 * Patterns that branch at every segment. A long URI follows every branch to the end. Together the
 * templates fill the largest body that the API accepts.
 */
export function branchingTemplates(bytes = BODY_BYTES, segments = 250): Template[] {
  const templates: Template[] = [];
  for (let size = 0, i = 0; ; i++) {
    const parts = Array.from({ length: segments }, (_, at) =>
      at < 8 && ((i >> at) & 1) === 1 ? `:${String.fromCharCode(97 + at)}` : 'x',
    );
    const template = { name: `t${i}`, pattern: [...parts, 'y'].join('/'), routes: {} };
    size += JSON.stringify(template).length + 1;
    if (size > bytes) return templates;
    templates.push(template);
  }
}

/** The code of the nth link. */
export function worstCode(n: number): string {
  return `worst${10_000 + n}`;
}

/**
 * Fills the first app with the most data that the rules allow. Some of it is inserted directly into
 * the database.
 */
export async function fillWithMaximumData(service: Service): Promise<void> {
  await service.apply({
    apps: [
      {
        name: 'shop',
        platforms: Object.fromEntries(
          PLATFORMS.map((platform) => [
            platform,
            { base: platform === 'web' ? 'https://shop.example' : `${platform}.shop://` },
          ]),
        ),
        templates: Array.from({ length: TEMPLATES }, (_, i) => ({
          name: `template-${i}-${'n'.repeat(40)}`,
          pattern: `section-${i % 1000}/:a/x/:b/part-${i}/${'long/'.repeat(20)}*rest`,
          routes: {
            web: { link: `https://shop.example/:a/${i}/*rest`, fallback: 'https://shop.example/' },
            android: { link: `android.shop://:a/${i}/:b/*rest`, fallback: '@web' },
          },
        })),
        hosts: Array.from({ length: 100 }, (_, i) => `host-${i}.shop.example`),
      },
    ],
  });
  const appId = service.owner.app.id;
  await service.app.ctx.db.transaction(async (tx) => {
    await fillLinks(tx, appId);
    await fillHistory(tx, appId);
    await fillPeople(tx, appId);
  });
}

/** Returns a query for a table `s (n)` with the numbers from 1. */
function numbers(count: number): string {
  return ENGINE === 'sqlite'
    ? `(with recursive s (n) as (select 1 union all select n + 1 from s where n < ${count}) select n from s) as s`
    : `generate_series(1, ${count}) as s (n)`;
}

async function fillLinks(tx: Transaction, appId: string): Promise<void> {
  const route = { link: LONG_LINK, fallback: LONG_LINK };
  const routes = JSON.stringify(Object.fromEntries(PLATFORMS.map((name) => [name, route])));
  const tags = JSON.stringify(Array.from({ length: 20 }, (_, i) => `${'漢'.repeat(60)}${i}`));
  const social = JSON.stringify({
    title: '漢'.repeat(120),
    description: '漢'.repeat(300),
    image: LONG_LINK,
  });
  await tx.run(
    `insert into links (code, app_id, uri, routes, overrides, template, metadata, tags, social, redemptions,
       created_at, metadata_version, version, state)
     select 'worst' || (10000 + n), cast(? as text), cast(? as text) || n, cast(? as text), cast(? as text), 'none',
       case n % 3 when 0 then cast(? as text) when 1 then cast(? as text) else cast(? as text) end,
       cast(? as text), cast(? as text), 1, n, 1, 1, 'active'
     from ${numbers(LINKS)}`,
    [appId, LONG_URI, routes, routes, METADATA.wide, METADATA.deep, METADATA.long, tags, social],
  );
  await tx.run(
    `insert into link_tags (app_id, tag, link_id)
     select l.app_id, cast(? as text) || n || '-' || l.code, l.id from links l, ${numbers(20)}`,
    ['漢'.repeat(48)],
  );
  await tx.run(
    `insert into redemptions (app_id, id, code, token_id, created_at, redemptions, metadata_version)
     select cast(? as text), 'redemption-' || n, 'worst' || (10000 + case when n <= ${LINKS} then n else 1 end),
       'tok_0123456789abcdef', n, n, 1 from ${numbers(REDEMPTIONS)}`,
    [appId],
  );
}

async function fillHistory(tx: Transaction, appId: string): Promise<void> {
  const change = `{"metadata":${METADATA.long}}`;
  await tx.run(
    `insert into metadata_versions (code, version, metadata, replaced_by, replaced_at)
     select '${worstCode(1)}', n, cast(? as text), 'operator', n from ${numbers(CHANGES)}`,
    [METADATA.long],
  );
  await tx.run(`update links set metadata_version = ${CHANGES + 1} where code = '${worstCode(1)}'`);
  const entry = (action: string, count: number) =>
    `insert into audit_log (app_id, subject, action, actor, before, after, created_at)
     select cast(? as text), cast(? as text), '${action}', 'operator', cast(? as text), cast(? as text), n
     from ${numbers(count)}`;
  await tx.run(entry('change', CHANGES), [appId, `smartlink:${worstCode(1)}`, change, change]);
  const templates = JSON.stringify({ templates: branchingTemplates() });
  await tx.run(entry('apply', BIG_AUDIT_ENTRIES), [appId, 'app', templates, templates]);
}

async function fillPeople(tx: Transaction, appId: string): Promise<void> {
  await tx.run(
    `insert into tokens (id, app_id, kind, prefix, digest, created_at)
     select 'tok_' || (1000000000000000 + n), cast(? as text), 'server', 'sl_server_', 'digest' || n, n
     from ${numbers(TOKENS)}`,
    [appId],
  );
  await tx.run(
    `insert into members (id, email, name, created_at)
     select 'mem_' || (1000000000000000 + n), 'member' || n || '@shop.example', cast(? as text), n
     from ${numbers(MEMBERS)}`,
    ['漢'.repeat(60)],
  );
  await tx.run(
    `insert into memberships (app_id, member_id, role, created_at)
     select cast(? as text), 'mem_' || (1000000000000000 + n), 'viewer', n from ${numbers(MEMBERS)}`,
    [appId],
  );
  const end = Date.now() + 7 * 24 * 60 * 60 * 1000;
  await tx.run(
    `insert into sessions (id, digest, member_id, created_at, last_seen_at, expires_at, user_agent, address)
     select 'ses_' || (1000000000000000 + n), 'session' || n, 'mem_1000000000000001', n, n,
       case when n <= ${ACTIVE_SESSIONS} then ${end} else n end, cast(? as text), '127.0.0.1' from ${numbers(SESSIONS)}`,
    ['a browser '.repeat(25)],
  );
  await tx.run(
    `insert into invitations (id, digest, kind, email, app_id, role, created_by, created_at, expires_at)
     select 'inv_' || (1000000000000000 + n), 'invitation' || n, 'join', 'guest' || n || '@shop.example',
       cast(? as text), 'viewer', 'operator', n, case when n <= ${OPEN_INVITATIONS} then ${end} else n end
       from ${numbers(MEMBERS)}`,
    [appId],
  );
  // The apps of one user.
  await tx.run(
    `insert into apps (id, name, created_at) select 'app_' || (1000000000000000 + n), 'app-' || n, n
     from ${numbers(MEMBERS)}`,
  );
  await tx.run(
    `insert into memberships (app_id, member_id, role, created_at)
     select 'app_' || (1000000000000000 + n), 'mem_1000000000000001', 'owner', n from ${numbers(MEMBERS)}`,
  );
}
