import type { Reader, Transaction } from './database.ts';

export interface Host {
  readonly host: string;
  readonly appId: string;
}

/** All hosts, those of one app in their order. */
export function listHosts(db: Reader): Promise<Host[]> {
  return db.all('select host, app_id as "appId" from hosts order by app_id, position');
}

/** The hosts of an app, the one that its links are known by first. */
export async function loadHosts(db: Reader, appId: string): Promise<string[]> {
  const sql = 'select host from hosts where app_id = ? order by position';
  return (await db.all<{ host: string }>(sql, [appId])).map(({ host }) => host);
}

/** The app that has a host already. */
export async function ownerOf(db: Reader, host: string): Promise<string | undefined> {
  const sql = 'select app_id from hosts where host = ?';
  return (await db.all<{ app_id: string }>(sql, [host]))[0]?.app_id;
}

export async function replaceHosts(
  tx: Transaction,
  appId: string,
  hosts: readonly string[],
): Promise<void> {
  await tx.run('delete from hosts where app_id = ?', [appId]);
  for (const [position, host] of hosts.entries()) {
    const sql = 'insert into hosts (host, app_id, position) values (?, ?, ?)';
    await tx.run(sql, [host, appId, position]);
  }
}
