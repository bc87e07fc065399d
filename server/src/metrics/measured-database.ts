import { DryRun } from '../actions/setup/dry-run.ts';
import { Problem } from '../problem.ts';
import type { Database } from '../storage/database.ts';

type StoreOperation =
  'read' | 'find' | 'lookup' | 'replica_lookup' | 'transaction' | 'insert_link' | 'redeem';

/** Gets each operation of the database: its duration in seconds, and its result; undefined: it failed. */
export type ObserveStore = (operation: StoreOperation, seconds: number, result?: unknown) => void;

/** What is measured, by method. */
const MEASURED = new Map<string | symbol, StoreOperation>([
  ['all', 'read'],
  ['find', 'find'],
  ['lookUp', 'lookup'],
  ['findShared', 'find'],
  ['transaction', 'transaction'],
  ['appTransaction', 'transaction'],
  ['insertLink', 'insert_link'],
  ['redeem', 'redeem'],
]);

export function measuredDatabase(db: Database, observe: ObserveStore): Database {
  const quick = measured(db.quick, observe);
  return measured(db, observe, [['quick', quick]]);
}

type Method = (...args: unknown[]) => unknown;

/** An object whose methods are measured. `known`: other members. */
function measured<Target extends object>(
  target: Target,
  observe: ObserveStore,
  known: readonly (readonly [name: string | symbol, member: unknown])[] = [],
): Target {
  // The members of a database never change.
  const members = new Map(known);
  return new Proxy(target, {
    get(_, name) {
      if (members.has(name)) return members.get(name);
      const value: unknown = Reflect.get(target, name);
      const member =
        typeof value === 'function' ? methodOf(name, value.bind(target) as Method) : value;
      members.set(name, member);
      return member;
    },
  });

  function methodOf(name: string | symbol, method: Method): Method {
    const operation = MEASURED.get(name);
    if (operation === undefined) return method;
    return async (...args) => {
      const start = performance.now();
      const seconds = (): number => (performance.now() - start) / 1000;
      try {
        const result = await method(...args);
        observe(operation, seconds(), result ?? null);
        return result;
      } catch (error) {
        // A transaction that ends without its changes because of its request is no failure of the database.
        const isRefusal = error instanceof Problem || error instanceof DryRun;
        observe(operation, seconds(), isRefusal ? null : undefined);
        throw error;
      }
    };
  }
}
