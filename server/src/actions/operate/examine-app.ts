import { fail } from '../../problem.ts';
import { findApp } from '../../storage/apps.ts';
import type { Context } from '../context.ts';
import { examineApp, examineNames } from './doctor/app.ts';
import type { Finding } from './doctor/finding.ts';

/** What is to be mended of an app, and at which of its fields. */
export interface FieldFinding {
  readonly level: Finding['level'];
  /** A JSON pointer into the app as an apply file has it, but that templates go by their names. */
  readonly where: string;
  readonly what: string;
  readonly fix: string | undefined;
}

/**
 * Looks one app over as the doctor does. With `network` its names are asked whether phones can know
 * its apps there, within seconds. Changes nothing. Fails with `not_found`.
 */
export async function examineOneApp(
  ctx: Context,
  appId: string,
  network: boolean,
): Promise<FieldFinding[]> {
  const app = await findApp(ctx.db, appId);
  if (!app) fail('not_found', 'The app is not there any more.');
  const findings = [
    ...(await examineApp(ctx, app)),
    ...(await examineNames(ctx, app, network)),
  ].flatMap(({ level, what, advice, places }) =>
    places.map((place) => ({
      level,
      where: place.where,
      what: place.what ?? what,
      fix: place.fix ?? advice,
    })),
  );
  const fine = findings.every(({ level }) => level === 'ok');
  const ok: FieldFinding = { level: 'ok', where: '', what: 'the app is set up', fix: undefined };
  return fine ? [ok, ...findings] : findings;
}
