import type { Context } from '../context.ts';
import {
  checkPassword,
  assertPasswordSignIn,
  assertSamePassword,
  type Credentials,
  type SignInGuard,
} from './check-password.ts';
import { meOf, type Me } from './me.ts';
import { startSession, type Browser } from './start-session.ts';

/** A member with a new session. */
export interface SignInResult {
  readonly me: Me;
  /** The value of the session cookie. */
  readonly secret: string;
}

/** Signs in with a password. Throws like `checkPassword`, and `password_sign_in_off`. */
export async function signIn(
  ctx: Context,
  signInGuard: SignInGuard,
  browser: Browser,
  credentials: Credentials,
): Promise<SignInResult> {
  assertPasswordSignIn(signInGuard);
  const member = await checkPassword(ctx, signInGuard, credentials, browser);
  return ctx.db.transaction(async (tx) => {
    await assertSamePassword(tx, member);
    const { id, secret } = await startSession(tx, member.id, browser, ctx.now());
    return { secret, me: await meOf(tx, { sessionId: id, member }) };
  });
}
