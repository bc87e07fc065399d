import { Client } from 'pg';
import { classified } from './driver.ts';
import { withVerifiedTls } from './verified-tls.ts';

/** How many connections of services and commands use this database. */
export async function otherSessions(url: string): Promise<number> {
  const client = new Client({ connectionString: withVerifiedTls(url) });
  try {
    await client.connect();
    const { rows } = await client.query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity
       where datname = current_database() and application_name = 'smartlink'`,
    );
    return rows[0]?.others ?? 0;
  } catch (error) {
    throw classified(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
