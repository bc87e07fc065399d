import type { JsonText } from '../../domain/text/json.ts';
import { parseSignIn } from '../../domain/access/sign-in-request.ts';
import { refuse } from '../../problem.ts';
import type { Context } from '../context.ts';
import {
  checkPassword,
  insistOnPasswordSignIn,
  insistOnSamePassword,
  type Door,
} from './check-password.ts';
import { meOf, type Me } from './me.ts';
import { startSession, type Browser } from './start-session.ts';

/** A member with a new session. */
export interface Entered {
  readonly me: Me;
  /** What the cookie holds. */
  readonly secret: string;
}

/** Signs in by password. Fails as `checkPassword` does, with `validation_failed`, `password_sign_in_off`. */
export async function signIn(
  ctx: Context,
  door: Door,
  browser: Browser,
  json: JsonText,
): Promise<Entered> {
  insistOnPasswordSignIn(door);
  const parsed = parseSignIn(json);
  if ('faults' in parsed) refuse(parsed.faults);
  const member = await checkPassword(ctx, door, parsed, browser);
  return ctx.db.transaction(async (tx) => {
    await insistOnSamePassword(tx, member);
    const { id, secret } = await startSession(tx, member.id, browser, ctx.now());
    return { secret, me: await meOf(tx, { sessionId: id, member }) };
  });
}
