import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../../../storage/database.ts';
import type { Replica } from '../../../storage/postgres/replica.ts';
import { deleteMark, writeMark } from '../../../storage/replica-mark-rows.ts';
import type { Context } from '../../context.ts';
import { error, warning, type Finding } from './finding.ts';

/** How long the doctor waits for a replica to apply what it has written. */
const WAIT_MS = 5000;
const POLL_MS = 50;

/** Checks that each replica applies what is written to the primary. */
export async function examineReplicas({ db, replicas, now }: Context): Promise<Finding[]> {
  if (!replicas) return [];
  const { process, marks } = replicas;
  const began = performance.now();
  const mark = marks.begin(began);
  try {
    await writeMark(db, process, mark, now());
    return await Promise.all(replicas.all.map((replica) => examineReplica(replica, mark, began)));
  } catch (thrown) {
    // Other checks report a database that is unavailable.
    if (thrown instanceof StoreUnavailable) return [];
    throw thrown;
  } finally {
    await deleteMark(db, process).catch(() => undefined);
  }
}

async function examineReplica(replica: Replica, mark: number, began: number): Promise<Finding> {
  const name = `replica ${replica.number}, ${replica.location},`;
  for (;;) {
    try {
      await replica.probe();
    } catch (thrown) {
      return error(
        `${name} cannot be used: ${(thrown as Error).message}`,
        'check its address in DATABASE_REPLICA_URLS, and that the server is a standby of the server of DATABASE_URL; until then, visits read from others',
      );
    }
    const waited = Math.round(performance.now() - began);
    if (replica.mark === mark) {
      return { level: 'ok', what: `${name} applied a change after ${waited} ms` };
    }
    if (waited > WAIT_MS) {
      return warning(
        `${name} did not apply a change within ${WAIT_MS / 1000} s`,
        'either replication is late or stopped: compare it with pg_stat_replication on the primary; or it is a standby of another server, or has another database',
      );
    }
    await sleep(POLL_MS);
  }
}
