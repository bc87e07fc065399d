import { signIn as signInTexts } from '../../texts/sign-in.ts';

/** The message for an error code of the service. The code comes from the URL, so it may be unknown. */
export function failureText(failed: string): string {
  const messages: Readonly<Record<string, string>> = signInTexts.failed;
  const message = Object.hasOwn(messages, failed) ? messages[failed] : undefined;
  return message ?? signInTexts.failed.failed;
}
