import { signIn as signInTexts } from '../../texts/sign-in.ts';

/** What a word of the service means; it comes from the address, so a stranger may have written it. */
export function failureText(failed: string): string {
  const known: Readonly<Record<string, string>> = signInTexts.failed;
  return (Object.hasOwn(known, failed) ? known[failed] : undefined) ?? signInTexts.failed.failed;
}
