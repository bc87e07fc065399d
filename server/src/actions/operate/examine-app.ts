import { fail } from '../../problem.ts';
import { findApp } from '../../storage/apps.ts';
import type { Context } from '../context.ts';
import { examineApp } from './doctor/app.ts';
import { isAsked } from './doctor/association.ts';
import type { AppFinding, Finding } from './doctor/finding.ts';
import { examineNames, namesOf } from './doctor/hosts.ts';
import { SharedAnswers } from './shared-answers.ts';

/** What is to be mended of an app, and at which of its fields. */
export interface FieldFinding {
  readonly level: Finding['level'];
  /** A JSON pointer into the app as an apply file has it, but that templates go by their names. */
  readonly where: string;
  readonly what: string;
  readonly fix: string | undefined;
}

export interface ExaminedApp {
  readonly findings: readonly FieldFinding[];
  /** The addresses whose association files were fetched. */
  readonly asked: readonly string[];
}

/** How long what the names of an app have answered stands for whoever asks the same. */
const KEPT_MS = 10_000;

/** What the names of apps have answered; one of it in a process. */
export type NetworkAnswers = SharedAnswers<readonly AppFinding[]>;

export function networkAnswers(ctx: Context): NetworkAnswers {
  return new SharedAnswers(KEPT_MS, ctx.now);
}

/**
 * Looks one app over as the doctor does. With `network` its names are asked whether phones can know
 * its apps there, within seconds: once for all who want to know, and not again for ten seconds unless
 * the names or the apps have changed. Only public addresses are asked, since owners of apps must not
 * explore the operator's network. Changes nothing. Fails with `not_found`.
 */
export async function examineOneApp(
  ctx: Context,
  appId: string,
  network: NetworkAnswers | undefined,
): Promise<ExaminedApp> {
  const app = await findApp(ctx.db, appId);
  if (!app) fail('not_found', 'The app no longer exists.');
  const names = await namesOf(ctx, app);
  const found = await Promise.all([
    examineApp(ctx, app),
    network
      ? network.get(appId, JSON.stringify(names), () => examineNames(names, 'public'))
      : examineNames(names, undefined),
  ]);
  const findings = found.flat().flatMap(({ level, what, advice, locations }) =>
    locations.map((place) => ({
      level,
      where: place.where,
      what: place.what ?? what,
      fix: place.fix ?? advice,
    })),
  );
  const fine = findings.every(({ level }) => level === 'ok');
  const ok: FieldFinding = { level: 'ok', where: '', what: 'the app is set up', fix: undefined };
  return {
    findings: fine ? [ok, ...findings] : findings,
    asked: network ? names.filter(isAsked).map(({ address }) => address) : [],
  };
}
