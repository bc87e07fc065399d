/** The rank of a word in a list of common passwords, 0 for the most common; undefined: it is not in the list. */
export type RankOf = (word: string) => number | undefined;

/** A password of fewer independent parts is easy to guess. */
const MIN_PARTS = 4;
/** Words of the list up to this rank count as one part, all others as two. */
const MOST_COMMON = 1000;
const SHORTEST_WORD = 4;
const LONGEST_WORD = 20;
/** Of a person or an app: shorter ones are in too many good passwords. */
const SHORTEST_OWN_WORD = 3;
const YEAR = /^(?:19|20)\d\d$/;

/** Characters that people write for letters; `1` and `!` can be `i` or `l`. */
const LETTERS: readonly ReadonlyMap<string, string>[] = ['i', 'l'].map(
  (one) =>
    new Map([
      ['@', 'a'],
      ['4', 'a'],
      ['3', 'e'],
      ['0', 'o'],
      ['$', 's'],
      ['5', 's'],
      ['7', 't'],
      ['1', one],
      ['!', one],
    ]),
);

/**
 * Is a password easy to guess? That is a common password or a word of one's own (e-mail
 * address, name, app), alone, repeated, with letters replaced, or with little around it: a year, a row such
 * as `1234` or `!!!`, one or two more characters. It counts the independent parts of which the password is
 * made. `password` is in its compared form; capital letters do not matter.
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
  const spelled = LETTERS.map((letters) =>
    Array.from(text, (character) => letters.get(character) ?? character).join(''),
  );
  // The fewest parts that each beginning of the text is made of.
  const parts = [0];
  for (let end = 1; end <= text.length; end++) {
    let fewest = (parts[end - 1] ?? 0) + 1;
    for (let start = Math.max(0, end - LONGEST_WORD); start < end - 1; start++) {
      const before = parts[start] ?? 0;
      if (before >= fewest) continue;
      const part = text.slice(start, end);
      if (text.endsWith(part, start)) {
        // A repetition adds no independent part.
        fewest = before;
        continue;
      }
      const isPattern = YEAR.test(part) || isRow(part);
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

/** Characters that are all the same, or follow each other up or down: `!!!`, `1234`, `cba`. */
function isRow(part: string): boolean {
  const step = part.charCodeAt(1) - part.charCodeAt(0);
  if (Math.abs(step) > 1) return false;
  for (let i = 2; i < part.length; i++) {
    if (part.charCodeAt(i) - part.charCodeAt(i - 1) !== step) return false;
  }
  return true;
}

/** An e-mail address or a name, whole and in its parts. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase();
  return [plain, plain.replace(/[^\p{L}\p{N}]+/gu, ''), ...plain.split(/[^\p{L}\p{N}]+/u)].filter(
    ({ length }) => length >= SHORTEST_OWN_WORD,
  );
}
