import { hostRecord, type AppHost, type HostRecord } from '../../domain/app/host-proof.ts';
import { findHostProof, isOnDefaultHost } from '../../storage/apps.ts';
import { loadAllHosts } from '../../storage/hosts.ts';
import type { Context } from '../context.ts';

export interface ListedHost extends AppHost {
  /** The record that proves the host; undefined: it is proven. */
  readonly record: HostRecord | undefined;
}

export interface ListedHosts {
  readonly hosts: readonly ListedHost[];
  /** The host where the links of all apps open. `listed`: its association files may list this app. */
  readonly defaultHost: { readonly host: string; readonly listed: boolean };
}

/** The hosts of an app, and whether the default host lists it. */
export async function listHosts(ctx: Context, appId: string): Promise<ListedHosts> {
  const proof = await findHostProof(ctx.db, appId);
  const hosts = (await loadAllHosts(ctx.db, appId)).map((host) => listedHost(host, proof));
  const { host } = new URL(ctx.own().smartlinkBase);
  return { hosts, defaultHost: { host, listed: await isOnDefaultHost(ctx.db, appId) } };
}

export function listedHost({ host, state }: AppHost, proof: string | undefined): ListedHost {
  const isOpen = state === 'pending' && proof !== undefined;
  return { host, state, record: isOpen ? hostRecord(host, proof) : undefined };
}
