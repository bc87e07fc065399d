import type { AppHost, HostState } from '../domain/app/host-proof.ts';
import type { Reader, Transaction } from './database.ts';

// `hosts` contains the proven hosts; its primary key guarantees that a host belongs to at most one app.
// `pending_hosts` contains those that are not proven yet. No host of an app is in both.

export interface Host {
  readonly host: string;
  readonly appId: string;
}

/** All proven hosts, in the order of each app. */
export function listHosts(db: Reader): Promise<Host[]> {
  return db.all('select host, app_id as "appId" from hosts order by app_id, position');
}

/** The proven hosts of an app in their order. */
export async function loadHosts(db: Reader, appId: string): Promise<string[]> {
  const sql = 'select host from hosts where app_id = ? order by position';
  return (await db.all<{ host: string }>(sql, [appId])).map(({ host }) => host);
}

/** All hosts of an app in their order, including pending ones. */
export async function loadAllHosts(db: Reader, appId: string): Promise<AppHost[]> {
  const rows = await db.all<{ host: string; proven: number }>(
    `select host, position, 1 as proven from hosts where app_id = ?
     union all select host, position, 0 as proven from pending_hosts where app_id = ?
     order by position, proven desc, host`,
    [appId, appId],
  );
  return rows.map(({ host, proven }) => ({ host, state: proven === 1 ? 'proven' : 'pending' }));
}

/** The state of a host of an app; undefined: the app does not have it. */
export async function findHostState(
  db: Reader,
  appId: string,
  host: string,
): Promise<HostState | undefined> {
  if ((await ownerOf(db, host)) === appId) return 'proven';
  const sql = 'select 1 from pending_hosts where app_id = ? and host = ?';
  return (await db.all(sql, [appId, host])).length > 0 ? 'pending' : undefined;
}

/** The app for which a host is proven. */
export async function ownerOf(db: Reader, host: string): Promise<string | undefined> {
  const sql = 'select app_id from hosts where host = ?';
  return (await db.all<{ app_id: string }>(sql, [host]))[0]?.app_id;
}

/** Replaces all hosts of an app. Its proven hosts stay proven; new ones are pending. */
export async function replaceHosts(
  tx: Transaction,
  appId: string,
  hosts: readonly string[],
): Promise<void> {
  const proven = new Set(await loadHosts(tx, appId));
  await tx.run('delete from hosts where app_id = ?', [appId]);
  await tx.run('delete from pending_hosts where app_id = ?', [appId]);
  const rows = hosts.map((host, position) => [host, appId, position] as const);
  const kept = rows.filter(([host]) => proven.has(host));
  const added = rows.filter(([host]) => !proven.has(host));
  await tx.insertMany('hosts', COLUMNS, kept);
  await tx.insertMany('pending_hosts', COLUMNS, added);
}

/** Then other apps can get them, in the same transaction. */
export async function removeProvenHosts(tx: Transaction, appId: string): Promise<void> {
  await tx.run('delete from hosts where app_id = ?', [appId]);
}

/**
 * Replaces the proven hosts of an app. Pending ones stay unless they are among these. Fails if another app has
 * one of them.
 */
export async function replaceProvenHosts(
  tx: Transaction,
  appId: string,
  hosts: readonly string[],
): Promise<void> {
  await removeProvenHosts(tx, appId);
  for (const host of hosts) await tx.run(DELETE_PENDING, [appId, host]);
  const rows = hosts.map((host, position) => [host, appId, position]);
  await tx.insertMany('hosts', COLUMNS, rows);
}

/** Makes a host of an app proven: a pending one keeps its position, a new one is the last. */
export async function addProvenHost(tx: Transaction, appId: string, host: string): Promise<void> {
  const all = await loadAllHosts(tx, appId);
  const [pending] = await tx.all<{ position: number }>(
    'select position from pending_hosts where app_id = ? and host = ?',
    [appId, host],
  );
  await tx.run(DELETE_PENDING, [appId, host]);
  await tx.insertMany('hosts', COLUMNS, [[host, appId, pending?.position ?? all.length]]);
}

const COLUMNS = { host: 'text', app_id: 'text', position: 'integer' } as const;
const DELETE_PENDING = 'delete from pending_hosts where app_id = ? and host = ?';
