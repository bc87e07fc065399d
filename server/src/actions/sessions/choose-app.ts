import { fail, refuse } from '../../problem.ts';
import { listMemberApps, type MemberApp } from '../../storage/memberships.ts';
import type { Context } from '../context.ts';

/** The header with which a user selects one of their apps. */
export const APP_HEADER = 'Smartlink-App';

/**
 * Returns the app of a request and the member's current role in it: the named app, or the only one. An
 * app of others is treated as not existing.
 * @throws `not_found`, `validation_failed` if the member has several apps and none is named
 */
export async function chooseApp(
  ctx: Context,
  memberId: string,
  name: string | undefined,
): Promise<MemberApp> {
  const apps = await listMemberApps(ctx.db, memberId);
  if (name === undefined && apps.length > 1) {
    const detail = 'is required: specify one of your apps in this header';
    refuse([{ pointer: `/${APP_HEADER}`, detail }]);
  }
  const app = name === undefined ? apps[0] : apps.find((one) => one.name === name);
  return app ?? fail('not_found', 'You are not a member of an app with this name.');
}
