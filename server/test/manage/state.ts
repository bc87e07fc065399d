import { TABLES } from '../../src/storage/tables.ts';
import type { Service } from '../harness.ts';

/** Times of last use, which change with every use. */
const CHANGES_WITH_USE = ['last_used_at', 'last_seen_at', 'expires_at'];
/** What the service sends in the background, without a call. */
const SENT_LATER = new Set([
  'webhook_new_events',
  'webhook_backlog',
  'webhook_deliveries',
  'webhook_attempts',
  'webhook_progress',
  'webhook_ended_links',
]);
/** What sending changes in other tables. */
const CHANGES_WITH_SENDING = ['failing_since', 'lease_holder', 'lease_until', 'pending'];
const IGNORED = Object.fromEntries(
  [...CHANGES_WITH_USE, ...CHANGES_WITH_SENDING].map((column) => [column, null]),
);
/** The ids of an app's resources. */
const ID_COLUMNS = {
  links: 'code',
  tokens: 'id',
  invitations: 'id',
  redemptions: 'id',
  webhooks: 'id',
  webhook_events: 'id',
};

/** Returns the whole database, or only the part of one app, as text for comparison. */
export async function stateOf({ app }: Service, appId?: string): Promise<string> {
  const tables = await Promise.all(
    TABLES.filter(({ name }) => !SENT_LATER.has(name)).map(async ({ name }) => {
      const rows = await app.ctx.db.all<Record<string, unknown>>(`select * from ${name}`);
      return rows
        .filter((row) => appId === undefined || row.app_id === appId)
        .map((row) => JSON.stringify({ ...row, ...IGNORED }))
        .toSorted()
        .join('\n');
    }),
  );
  return tables.join('\n\n');
}

/** Returns the ids of everything in an app, which callers elsewhere must never read. */
export async function idsOf({ app }: Service, appId: string): Promise<string[]> {
  const found = Object.entries(ID_COLUMNS).map(([table, column]) =>
    app.ctx.db.all<{ name: string }>(`select ${column} as name from ${table} where app_id = ?`, [
      appId,
    ]),
  );
  return (await Promise.all(found)).flat().map(({ name }) => name);
}
