import { pointer } from '../../domain/text/issue.ts';
import type { Shadowed } from '../../domain/template/matcher.ts';
import { isRecord } from '../../domain/text/json-value.ts';
import { OPERATOR } from '../../domain/link/link-creator.ts';
import type { OwnAddresses } from '../../domain/link/own-address.ts';
import { readAppSetup, readSetup } from '../../domain/app/setup.ts';
import type { Difference } from '../../domain/app/setup-diff.ts';
import type { AppSetup } from '../../domain/app/setup-schema.ts';
import { refuse } from '../../problem.ts';
import { findAppByName } from '../../storage/apps.ts';
import type { Transaction } from '../../storage/database.ts';
import { loadAllHosts, removeProvenHosts } from '../../storage/hosts.ts';
import { runInSlices } from '../../time-slices.ts';
import type { Context } from '../context.ts';
import { planSetup, shadowedBy, writePlan, type PlannedApp } from './apply-app.ts';
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
  const write = async (tx: Transaction): Promise<Applied> => {
    const differences: Difference[] = [];
    const warnings: ApplyWarning[] = [];
    const newApps: NewApp[] = [];
    const planned: PlannedApp[] = [];
    for (const wanted of apps) {
      // An owner may change the same app through the API at the same time.
      const known = await findAppByName(tx, wanted.name);
      if (known) await tx.lockApps([known.id]);
      planned.push(await planSetup(tx, wanted, true));
    }
    // First all: a host can move to an app that comes before the one that has it.
    for (const { app, plan } of planned) if (plan.hosts) await removeProvenHosts(tx, app.id);
    for (const [index, one] of planned.entries()) {
      const { app, plan, state } = one;
      const hosts = plan.hosts ? await loadAllHosts(tx, app.id) : [];
      for (const { host, state: proof } of hosts) {
        const isProvenNow = proof === 'pending' && plan.hosts?.includes(host);
        if (isProvenNow) warnings.push({ app: app.name, host });
      }
      const owners = await writePlan(ctx, tx, OPERATOR, one, at(index));
      if (owners) newApps.push({ name: app.name, owners });
      // `push(...)` would fail if there are more differences than a call can have arguments.
      for (const difference of plan.differences) differences.push(difference);
      for (const shadowed of await shadowedBy(plan.templates ?? state?.templates ?? []))
        warnings.push({ app: app.name, ...shadowed });
    }
    return { differences, warnings, newApps };
  };
  return withDryRun(dryRun, write, (work) => ctx.db.transaction(work));
}

/** The apps of an apply file. */
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
    const parsed = await runInSlices(readAppSetup(value, value.name, own));
    if ('issues' in parsed) refuse(parsed.issues);
    return { apps: [parsed.setup], at: () => '' };
  }
  const parsed = await runInSlices(readSetup(value, own));
  if ('issues' in parsed) refuse(parsed.issues);
  return { apps: parsed.setup.apps, at: (index) => pointer('apps', index) };
}
