import { afterAll } from '../leftovers.ts';

export interface ClusterNode {
  readonly name: string;
}

/** PostgreSQL on three nodes with one address; a test can kill one node at a time. */
export interface OwnCluster {
  readonly url: string;
  /** Waits until both standbys replicate, one of them synchronously. */
  whole(): Promise<{ readonly primary: ClusterNode; readonly synchronous: string }>;
  /** Blocks replication to the standbys; returns their number. */
  stall(node: ClusterNode): number;
  kill(node: ClusterNode): Promise<void>;
  start(node: ClusterNode): void;
  stop(): Promise<void>;
}

/** Stops after the tests of the file. */
export async function ownCluster(): Promise<OwnCluster> {
  const script = new URL('../../../../scripts/patroni-cluster.js', import.meta.url).href;
  const { startPatroni } = (await import(script)) as { startPatroni: () => Promise<OwnCluster> };
  const cluster = await startPatroni();
  afterAll(() => cluster.stop());
  return cluster;
}
