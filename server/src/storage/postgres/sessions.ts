import { Client } from 'pg';
import { classified } from './driver.ts';
import { withVerifiedTls } from './verified-tls.ts';

/** How many connections of services and commands use this database. */
export async function otherSessions(url: string): Promise<number> {
  const [row] = await ask<{ others: number }>(
    url,
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database()
       and (application_name = 'smartlink' or application_name like 'smartlink (%')`,
  );
  return row?.others ?? 0;
}

/** Whether the database has tables of links or of clicks. */
export async function isMigrated(url: string): Promise<boolean> {
  const [row] = await ask<{ migrated: boolean }>(
    url,
    `select to_regclass('migrations') is not null or to_regclass('click_migrations') is not null as migrated`,
  );
  return row?.migrated ?? false;
}

/** The schema in which tables are created, by the search path; undefined: it does not exist. */
export async function currentSchema(url: string): Promise<string | undefined> {
  const [row] = await ask<{ schema: string | null }>(url, 'select current_schema() as schema');
  return row?.schema ?? undefined;
}

/** Sends one query through a connection of its own. */
async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: withVerifiedTls(url) });
  try {
    await client.connect();
    return (await client.query<Row>(sql)).rows;
  } catch (error) {
    throw classified(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
