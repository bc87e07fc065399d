import { known } from '../../lib/known.ts';
import { signIn as signInTexts } from '../../texts/sign-in.ts';

/** The message for an error code of the service. The code comes from the URL, so it may be unknown. */
export function failureText(failed: string): string {
  return known(signInTexts.failed, failed) ?? signInTexts.failed.failed;
}
