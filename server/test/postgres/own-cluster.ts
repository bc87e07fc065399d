import { afterAll } from '../leftovers.ts';

export interface ClusterNode {
  readonly name: string;
}

/** PostgreSQL on three nodes behind one address, of which a test may kill one at a time. */
export interface OwnCluster {
  readonly url: string;
  /** Waits until both standbys follow, one of them synchronously. */
  whole(): Promise<{ readonly primary: ClusterNode; readonly synchronous: string }>;
  /** Lets nothing more reach the standbys; returns how many there are. */
  stall(node: ClusterNode): number;
  kill(node: ClusterNode): Promise<void>;
  start(node: ClusterNode): void;
  stop(): Promise<void>;
}

/** Goes away after the tests of the file. */
export async function ownCluster(): Promise<OwnCluster> {
  const script = new URL('../../../../scripts/patroni-cluster.js', import.meta.url).href;
  const { startPatroni } = (await import(script)) as { startPatroni: () => Promise<OwnCluster> };
  const cluster = await startPatroni();
  afterAll(() => cluster.stop());
  return cluster;
}
