import { pointer } from '../../domain/text/issue.ts';
import type { Shadowed } from '../../domain/template/matcher.ts';
import { isRecord } from '../../domain/text/json-value.ts';
import { OPERATOR } from '../../domain/link/link-creator.ts';
import type { OwnAddresses } from '../../domain/link/own-address.ts';
import { readAppSetup, readSetup } from '../../domain/app/setup.ts';
import type { Difference } from '../../domain/app/setup-diff.ts';
import type { AppSetup } from '../../domain/app/setup-schema.ts';
import { orRefuse } from '../../problem.ts';
import { lastChangeOfApp } from '../../storage/audit-log.ts';
import { findAppByName } from '../../storage/apps.ts';
import type { Transaction } from '../../storage/database.ts';
import { loadAllHosts, removeProvenHosts } from '../../storage/hosts.ts';
import { runInSlices } from '../../time-slices.ts';
import type { Context } from '../context.ts';
import { planSetup, shadowedBy, writePlan, writtenPlan, type PlannedApp } from './apply-app.ts';
import { withDryRun } from './dry-run.ts';

/** An app that `apply` creates. */
export interface NewApp {
  readonly name: string;
  /** E-mail addresses of its owners; empty if it has none. */
  readonly owners: readonly string[];
}

export interface Applied {
  readonly newApps: readonly NewApp[];
  readonly differences: readonly Difference[];
  readonly warnings: readonly ApplyWarning[];
}

/** A template that can never match, or a pending host that the file proves. */
export type ApplyWarning = { readonly app: string } & (Shadowed | { readonly host: string });

/**
 * Writes the apps of an apply file in one transaction. With `dryRun` it only returns what would change.
 * @throws `validation_failed`
 */
export async function applySetup(
  ctx: Context,
  { apps, at }: ReadApps,
  dryRun: boolean,
): Promise<Applied> {
  // Before the transaction, for which all other changes wait; an owner may change an app in the meantime.
  for (;;) {
    const planned: PlannedUpdate[] = [];
    for (const wanted of apps) planned.push(await planUpdate(ctx, wanted));
    const write = async (tx: Transaction): Promise<NewApp[] | undefined> => {
      for (const one of planned) if (!(await isUnchanged(tx, one))) return undefined;
      // First all: a host can move to an app that comes before the one that has it.
      for (const { app, plan } of planned) if (plan.hosts) await removeProvenHosts(tx, app.id);
      const newApps: NewApp[] = [];
      for (const [index, one] of planned.entries()) {
        const owners = await writePlan(ctx, tx, OPERATOR, writtenPlan(one, dryRun), at(index));
        if (owners) newApps.push({ name: one.app.name, owners });
      }
      return newApps;
    };
    const newApps = await withDryRun(dryRun, write, (work) => ctx.db.transaction(work));
    if (newApps) return { newApps, ...(await effectsOf(planned)) };
  }
}

interface PlannedUpdate extends PlannedApp {
  /** The last change of the app before it was read. */
  readonly change: number | undefined;
  /** Its pending hosts that the file proves. */
  readonly provenHosts: readonly string[];
}

async function planUpdate({ db }: Context, wanted: AppSetup): Promise<PlannedUpdate> {
  const known = await findAppByName(db, wanted.name);
  const change = known && (await lastChangeOfApp(db, known.id));
  const planned = await planSetup(db, wanted, true);
  const hosts = known && planned.plan.hosts ? await loadAllHosts(db, known.id) : [];
  const provenHosts = hosts
    .filter(({ host, state }) => state === 'pending' && planned.plan.hosts?.includes(host))
    .map(({ host }) => host);
  return { ...planned, change, provenHosts };
}

/** Locks an app and returns whether it is as it was planned. */
async function isUnchanged(
  tx: Transaction,
  { app, state, change }: PlannedUpdate,
): Promise<boolean> {
  const known = await findAppByName(tx, app.name);
  if (!known || !state) return !known && !state;
  await tx.lockApps([known.id]);
  return known.id === app.id && change === (await lastChangeOfApp(tx, known.id));
}

async function effectsOf(
  planned: readonly PlannedUpdate[],
): Promise<Pick<Applied, 'differences' | 'warnings'>> {
  const differences: Difference[] = [];
  const warnings: ApplyWarning[] = [];
  for (const { app, plan, state, provenHosts } of planned) {
    for (const host of provenHosts) warnings.push({ app: app.name, host });
    // `push(...)` would fail if there are more differences than a call can have arguments.
    for (const difference of plan.differences) differences.push(difference);
    for (const shadowed of await shadowedBy(plan.templates ?? state?.templates ?? []))
      warnings.push({ app: app.name, ...shadowed });
  }
  return { differences, warnings };
}

export interface ReadApps {
  readonly apps: readonly AppSetup[];
  /** The JSON pointer of an app in its document. */
  readonly at: (index: number) => string;
}

/**
 * Reads an apply file, or one app in the format of `app show` and the management API.
 * @throws `validation_failed` with all errors
 */
export async function readApps(value: unknown, own: OwnAddresses): Promise<ReadApps> {
  if (isRecord(value) && typeof value.name === 'string' && !('apps' in value)) {
    const { setup } = orRefuse(await runInSlices(readAppSetup(value, value.name, own)));
    return { apps: [setup], at: () => '' };
  }
  const { setup } = orRefuse(await runInSlices(readSetup(value, own)));
  return { apps: setup.apps, at: (index) => pointer('apps', index) };
}
