import type { Context } from '../context.ts';
import {
  checkPassword,
  assertPasswordSignIn,
  assertSamePassword,
  type Credentials,
  type SignInGuard,
} from './check-password.ts';
import { startSession, type Browser, type SignInResult } from './start-session.ts';

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
    return startSession(tx, member, browser, ctx.now());
  });
}
