import type { Registry } from 'prom-client';
import type { Context } from '../actions/context.ts';
import { DISCARDED, type Replicas } from '../storage/postgres/replicas.ts';
import type { Replica } from '../storage/postgres/replica.ts';
import { addCounter, addGauge } from './samples.ts';

/** The lookups of visits by where they were answered, and the state of each replica. Without replicas there are none. */
export function watchReplicas(registry: Registry, { replicas }: Context): void {
  const all = replicas?.all ?? [];
  const labelOf = ({ number }: Replica) => ({ replica: String(number) });
  addCounter(registry, {
    name: 'smartlink_visit_lookups_total',
    help: 'Links that visits read from the database, by where they were read.',
    labels: ['source'],
    read: () =>
      replicas
        ? [
            [{ source: 'primary' }, replicas.onPrimary],
            [{ source: 'replica' }, usedOf(replicas)],
          ]
        : [],
  });
  addCounter(registry, {
    name: 'smartlink_replica_discarded_total',
    help: 'Answers of a replica that were not used, so that the primary was asked.',
    labels: ['replica', 'reason'],
    read: () =>
      all.flatMap((replica) =>
        DISCARDED.map((reason) => {
          const count = replica.lookups.discarded[reason];
          return [{ ...labelOf(replica), reason }, count] as const;
        }),
      ),
  });
  addGauge(registry, {
    name: 'smartlink_replica_usable',
    help: '1: the replica responds, and its data is recent enough.',
    labels: ['replica'],
    // All workers can use it.
    aggregator: 'min',
    read: () =>
      all.map((replica) => [labelOf(replica), Number(replicas?.isUsable(replica) ?? false)]),
  });
  addGauge(registry, {
    name: 'smartlink_replica_age_seconds',
    help: 'The age of the data of a usable replica, at most.',
    labels: ['replica'],
    aggregator: 'max',
    read: () =>
      all.flatMap((replica) => {
        const age = replicas?.ageOf(replica);
        return age === undefined ? [] : [[labelOf(replica), age / 1000] as const];
      }),
  });
}

function usedOf(replicas: Replicas): number {
  return replicas.all.reduce((sum, { lookups }) => sum + lookups.used, 0);
}
