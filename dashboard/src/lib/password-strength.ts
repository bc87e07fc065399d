/** The service enforces these rules; here they are shown while the user types. */
const MIN_PASSWORD_LENGTH = 12;
const MIN_DIFFERENT = 4;

type PasswordIssue = 'too-short' | 'too-simple' | 'is-email';

export interface PasswordStrength {
  /** Why the service would reject it; left out if no reason is known here. */
  readonly issue?: PasswordIssue;
  /** The number of missing characters, if it is too short. */
  readonly missing: number;
  /** 0 (easy to guess) to 3 (strong). */
  readonly level: 0 | 1 | 2 | 3;
}

/** The number of characters of each kind that an attacker must try. */
const KINDS: readonly (readonly [RegExp, count: number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  [/[^ -~]/, 100],
];
/** The minimum bits for fair, good and strong. */
const LEVELS = [50, 70, 90] as const;

/** Estimates the strength of a password from its length and kinds of characters. Repetitions and sequences count less. */
export function passwordStrength(password: string, email = ''): PasswordStrength {
  const characters = Array.from(password);
  const missing = Math.max(0, MIN_PASSWORD_LENGTH - characters.length);
  const issue = issueOf(password, characters, missing, email.trim().toLowerCase());
  if (issue !== undefined) return { issue, missing, level: 0 };
  const pool = KINDS.reduce((sum, [kind, count]) => (kind.test(password) ? sum + count : sum), 0);
  const bits = countedLength(characters) * Math.log2(pool);
  const level = LEVELS.filter((least) => bits >= least).length as 0 | 1 | 2 | 3;
  return { missing, level };
}

function issueOf(
  password: string,
  characters: readonly string[],
  missing: number,
  email: string,
): PasswordIssue | undefined {
  if (missing > 0) return 'too-short';
  const plain = password.normalize('NFKC').toLowerCase();
  if (plain === email) return 'is-email';
  return new Set(characters.map((one) => one.toLowerCase())).size < MIN_DIFFERENT
    ? 'too-simple'
    : undefined;
}

/**
 * The length without predictable characters. A character that was used before counts a half; one that repeats or
 * continues the previous one, a quarter.
 */
function countedLength(characters: readonly string[]): number {
  const seen = new Set<string>();
  let length = 0;
  for (const [index, character] of characters.entries()) {
    const step = stepBetween(characters[index - 1], character);
    const follows = step !== undefined && Math.abs(step) <= 1;
    length += follows || seen.has(character) ? 0.5 : 1;
    if (follows) length -= 0.25;
    seen.add(character);
  }
  return length;
}

function stepBetween(one: string | undefined, other: string): number | undefined {
  const [from, to] = [one?.codePointAt(0), other.codePointAt(0)];
  return from === undefined || to === undefined ? undefined : to - from;
}
