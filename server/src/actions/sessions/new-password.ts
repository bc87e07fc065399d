import { isGuessable, ownWordsIn, type RankOf } from '../../domain/access/common-password.ts';
import { passwordIssue, plainPassword } from '../../domain/access/member.ts';
import { runInSlices } from '../../time-slices.ts';

/** Words about the user who chooses a password, which others may know. */
export interface AccountWords {
  /** In its stored form. */
  readonly email: string;
  readonly name: string;
  /** The names of their apps. */
  readonly apps: readonly string[];
}

let ranks: Promise<RankOf> | undefined;

/** Returns the problem of a new password, to complete "the field …", or undefined. */
export async function newPasswordIssue(
  password: string,
  { email, name, apps }: AccountWords,
): Promise<string | undefined> {
  const issue = passwordIssue(password, email);
  if (issue !== undefined) return issue;
  ranks ??= loadRanks();
  const plain = plainPassword(password);
  const rankOf = await ranks;
  if (isGuessable(plain, rankOf)) {
    return 'is a common password, or little more than one; choose another one';
  }
  const ownWords = await runInSlices(ownWordsIn(plain, [email, name, ...apps]));
  return isGuessable(plain, rankOf, ownWords)
    ? 'is too similar to the e-mail address, the name or an app of this person; choose another password'
    : undefined;
}

/**
 * Loads 49,000 common passwords (5 MB of memory, about 60 ms) at the first choice of a password. Most
 * processes need no list.
 */
async function loadRanks(): Promise<RankOf> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const list = dictionary['passwords-common'];
  const known = new Map(list.map((word, rank) => [word.toLowerCase(), rank]));
  // Other lists contain it.
  known.set('correcthorsebatterystaple', 0);
  return (word) => known.get(word);
}
