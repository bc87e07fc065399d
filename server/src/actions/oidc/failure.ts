import * as oidc from 'openid-client';
import type { FailedSignIn } from '../../domain/access/oidc.ts';
import { withoutSecrets } from '../../domain/text/sensitive.ts';
import { ProviderUnavailable } from './fetch-bounded.ts';

/** Why a sign-in failed, for the user. */
export function failureOf(error: unknown): FailedSignIn['failed'] {
  if (error instanceof oidc.AuthorizationResponseError) {
    // The address is not trusted: anyone can send it.
    return CALLBACK_FAILURES.get(error.error) ?? 'failed';
  }
  // The code was used or has expired.
  if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return 'expired';
  const all = causesOf(error);
  return all.some((one) => one instanceof ProviderUnavailable) ? 'provider_unavailable' : 'failed';
}

/** The errors in a callback that concern the user; all others concern the settings. */
const CALLBACK_FAILURES: ReadonlyMap<string, FailedSignIn['failed']> = new Map([
  ['access_denied', 'refused'],
  ['interaction_required', 'refused'],
  ['login_required', 'refused'],
  ['server_error', 'provider_unavailable'],
  ['temporarily_unavailable', 'provider_unavailable'],
]);

/** An error and its causes, without received data. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let one = error; one instanceof Error && causes.length < 5; one = one.cause)
    causes.push(one);
  return causes;
}

/** Longer texts are cut before and after secrets are removed. */
const MAX_RECEIVED = 2000;
const MAX_REASON = 300;

/** Why a sign-in failed, for the log of the operator. Providers write what they want, such as email addresses. */
export function reasonsOf(error: unknown): string[] {
  return causesOf(error).map((one) => {
    const { code } = one as { code?: unknown };
    const details = one instanceof oidc.ResponseBodyError ? [one.error, one.error_description] : [];
    const text = [one.name, code, one.message, ...details].filter(Boolean).join(' ');
    return withoutSecrets(text.slice(0, MAX_RECEIVED)).slice(0, MAX_REASON);
  });
}
