import { signIn as signInTexts } from '../../texts/sign-in.ts';

/** The message for an error code of the service. The code comes from the address, so it can be anything. */
export function failureText(failed: string): string {
  const known: Readonly<Record<string, string>> = signInTexts.failed;
  return (Object.hasOwn(known, failed) ? known[failed] : undefined) ?? signInTexts.failed.failed;
}
