import type { Steps } from '../text/steps.ts';

/**
 * Returns the rank of a word in a list of common passwords (0 is the most common); undefined if it is not in
 * the list.
 */
export type RankOf = (word: string) => number | undefined;

/** A password with fewer independent parts is easy to guess. */
const MIN_PARTS = 4;
/** A word up to this rank counts as one part, any other word of the list as two. */
const MOST_COMMON = 1000;
const SHORTEST_WORD = 4;
const LONGEST_WORD = 20;
/** The shortest word of the user or the app that counts: shorter ones occur in too many good passwords. */
const SHORTEST_OWN_WORD = 3;
const YEAR = /^(?:19|20)\d\d$/;

/** Characters that people write for letters. */
const LETTERS = new Map(
  Object.entries({ '@': 'a', 4: 'a', 3: 'e', 0: 'o', $: 's', 5: 's', 7: 't' }),
);
/** These can be `i` or `l`. */
const EITHER = '1!';

/**
 * Whether a password is easy to guess: it counts the independent parts of the password. A common password, a
 * word of the user (e-mail address, name, app), a year, and a sequence such as `1234` or `!!!` each count as
 * one part, also if characters replace letters. A repetition adds no part. Letter case does not matter.
 * `password` is in its compared form (`plainPassword`).
 */
export function isGuessable(
  password: string,
  rankOf: RankOf,
  ownWords: readonly string[] = [],
): boolean {
  const text = password.toLowerCase();
  const own = new Set(ownWords.flatMap(wordsOf));
  const longOwn = [...own].filter(({ length }) => length > LONGEST_WORD);
  const costOf = (word: string): number => {
    if (own.has(word)) return 1;
    const rank = word.length < SHORTEST_WORD ? undefined : rankOf(word);
    return rank === undefined ? Infinity : rank < MOST_COMMON ? 1 : 2;
  };
  const spelled = spellingsOf(text);
  // The smallest number of parts for each prefix of the text.
  const parts = [0];
  for (let end = 1; end <= text.length; end++) {
    let fewest = (parts[end - 1] ?? 0) + 1;
    for (let start = Math.max(0, end - LONGEST_WORD); start < end - 1; start++) {
      const before = parts[start] ?? 0;
      if (before >= fewest) continue;
      const part = text.slice(start, end);
      if (text.endsWith(part, start)) {
        fewest = before;
        continue;
      }
      const isPattern = YEAR.test(part) || isSequence(part);
      const words = [part, ...spelled.map((other) => other.slice(start, end))];
      fewest = Math.min(fewest, before + (isPattern ? 1 : Math.min(...words.map(costOf))));
    }
    for (const word of longOwn) {
      if (!text.endsWith(word, end)) continue;
      fewest = Math.min(fewest, (parts[end - word.length] ?? 0) + 1);
    }
    parts.push(fewest);
  }
  return (parts[text.length] ?? 0) < MIN_PARTS;
}

/**
 * Returns the words of a user that the password contains, for `isGuessable`. In steps, since a user can have thousands
 * of apps.
 */
export function* ownWordsIn(password: string, texts: readonly string[]): Steps<string[]> {
  const text = password.toLowerCase();
  const spellings = [text, ...spellingsOf(text)];
  const found = new Set<string>();
  for (const own of texts) {
    for (const word of wordsOf(own)) {
      if (spellings.some((one) => one.includes(word))) found.add(word);
    }
    yield;
  }
  return [...found];
}

/** A text with letters in place of the characters that people write for them. */
function spellingsOf(text: string): string[] {
  return ['i', 'l'].map((one) =>
    Array.from(text, (character) => {
      return EITHER.includes(character) ? one : (LETTERS.get(character) ?? character);
    }).join(''),
  );
}

/** Whether all characters are the same or ascend or descend in order: `!!!`, `1234`, `cba`. */
function isSequence(part: string): boolean {
  const step = part.charCodeAt(1) - part.charCodeAt(0);
  if (Math.abs(step) > 1) return false;
  for (let i = 2; i < part.length; i++) {
    if (part.charCodeAt(i) - part.charCodeAt(i - 1) !== step) return false;
  }
  return true;
}

/** An e-mail address or a name: the whole text and its parts. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase();
  return [plain, plain.replace(/[^\p{L}\p{N}]+/gu, ''), ...plain.split(/[^\p{L}\p{N}]+/u)].filter(
    ({ length }) => length >= SHORTEST_OWN_WORD,
  );
}
