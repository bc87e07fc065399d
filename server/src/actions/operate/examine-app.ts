import { getAppById } from '../apps/get-app.ts';
import type { Context } from '../context.ts';
import { examineApp } from './doctor/app.ts';
import { isChecked } from './doctor/association.ts';
import type { AppFinding, Finding } from './doctor/finding.ts';
import { examineNames, namesOf } from './doctor/hosts.ts';
import { SharedResults } from './shared-results.ts';

/** A problem of an app and the field that it concerns. */
export interface FieldFinding {
  readonly level: Finding['level'];
  /** As in `FindingLocation`. */
  readonly where: string;
  readonly what: string;
  readonly fix: string | undefined;
}

export interface ExaminedApp {
  readonly findings: readonly FieldFinding[];
  /** The addresses whose association files were fetched. */
  readonly asked: readonly string[];
}

/** How long the results for the names of an app are reused, in milliseconds. */
const MAX_AGE_MS = 10_000;

/** The results for the names of apps; one instance per process. */
export type NetworkResults = SharedResults<readonly AppFinding[]>;

export interface NetworkAccess {
  readonly results: NetworkResults;
  /** Called before requests; it can refuse them with an error. */
  readonly begins: () => void;
}

export function networkResults(ctx: Context): NetworkResults {
  return new SharedResults(MAX_AGE_MS, ctx.now);
}

/**
 * Checks one app as the doctor does. With `network`, requests the association files under its names, within
 * seconds: once for simultaneous callers, and not again for ten seconds unless the names or the apps have
 * changed. Connects only to public addresses, because owners of apps must not explore the operator's network.
 * Changes nothing.
 * @throws `not_found`, and what `network.begins` throws
 */
export async function examineOneApp(
  ctx: Context,
  appId: string,
  network: NetworkAccess | undefined,
): Promise<ExaminedApp> {
  const app = await getAppById(ctx, appId);
  const names = await namesOf(ctx, app);
  const found = await Promise.all([
    examineApp(ctx, app),
    network
      ? network.results.get(appId, JSON.stringify(names), async () => {
          if (names.some(isChecked)) network.begins();
          return examineNames(names, ctx.publicReach);
        })
      : examineNames(names, undefined),
  ]);
  const findings = found.flat().flatMap(({ level, what, advice, locations }) =>
    locations.map((location) => ({
      level,
      where: location.where,
      what: location.what ?? what,
      fix: location.fix ?? advice,
    })),
  );
  const fine = findings.every(({ level }) => level === 'ok');
  const ok: FieldFinding = { level: 'ok', where: '', what: 'the app is set up', fix: undefined };
  return {
    findings: fine ? [ok, ...findings] : findings,
    asked: network ? names.filter(isChecked).map(({ address }) => address) : [],
  };
}
