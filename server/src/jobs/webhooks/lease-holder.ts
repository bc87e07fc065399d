import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import type { Context } from '../../actions/context.ts';
import { endLeases, listLeaseHolders } from '../../storage/webhooks/leases.ts';

/**
 * A new name for the leases of this process. On Linux it has the namespace of the process and its number, so that another
 * process of the namespace can see whether it still runs.
 */
export function newLeaseHolder(): string {
  const namespace = pidNamespace();
  return namespace === undefined ? randomUUID() : `${randomUUID()} ${process.pid} ${namespace}`;
}

/**
 * Ends the leases of processes that were killed, so that nothing waits for their time. Only on SQLite: its processes share
 * memory, so they run on one kernel, where equal names of namespaces are one namespace. A number without a process is that
 * of a process that has ended, with its connections; if the number was used again, the lease just ends later.
 */
export async function endLeasesOfKilled({ db }: Context): Promise<void> {
  if (db.engine !== 'sqlite') return;
  const here = pidNamespace();
  for (const holder of await listLeaseHolders(db)) {
    const [, pid, namespace] = holder.split(' ');
    if (here === undefined || namespace !== here || isRunning(Number(pid))) continue;
    await db.transaction((tx) => endLeases(tx, holder), 'none');
  }
}

/** Such as `pid:[4026531836]`; undefined: the system has none. */
function pidNamespace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Anything else says that the process is there, such as that it belongs to another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
