import type { InsertedLink } from './database.ts';
import type { InsertStatements, LinkInsert, StoredAnswer } from './link-insert.ts';
import type { Procedure } from './procedure.ts';

/** How to draw a code, and how many to try for one link. */
export interface Codes {
  readonly draw: () => string;
  readonly attempts: number;
}

/** `repeated`: the outcome is the stored one of an earlier request with the same key. */
export type ProcessedLink = InsertedLink & { readonly repeated?: true };

/** A batch that is being inserted, with the outcomes so far. */
interface Insertion {
  readonly statements: InsertStatements;
  readonly codes: Codes;
  readonly answers: Map<LinkInsert, ProcessedLink>;
}

/**
 * Inserts links that arrived together. If one of them has a key or is counted, this must run in a transaction: the keys
 * and the counts stay locked until it ends.
 */
export function* insertLinks(
  statements: InsertStatements,
  links: readonly LinkInsert[],
  codes: Codes,
): Procedure<ProcessedLink[]> {
  const answers: Insertion['answers'] = new Map();
  const insertion: Insertion = { statements, codes, answers };
  // If two links in a batch have the same key, the second gets the outcome of the first, one round later.
  for (let pending = links; pending.length > 0;) {
    const round = firstOfEachKey(pending);
    yield* insertKeyed(round, insertion);
    pending = round.length === pending.length ? [] : pending.filter((link) => !answers.has(link));
  }
  return links.map((link) => answers.get(link) ?? { outcome: 'exhausted' });
}

const keyOf = (appId: string, key: string): string => `${appId} ${key}`;

/** Of several links with the same `Idempotency-Key`, the first one; all that have none. */
export function firstOfEachKey(links: readonly LinkInsert[]): readonly LinkInsert[] {
  if (links.every(({ once }) => once === undefined)) return links;
  const seen = new Set<string>();
  return links.filter(({ appId, once }) => {
    if (!once) return true;
    const key = keyOf(appId, once.key);
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * Reserves the keys first: other transactions with the same key then wait until the outcome is stored.
 */
function* insertKeyed(links: readonly LinkInsert[], insertion: Insertion): Procedure<void> {
  const keyed = links.filter(({ once }) => once !== undefined);
  if (keyed.length === 0) return yield* insertCounted(links, insertion);
  const { statements, answers } = insertion;
  const taken = yield* statements.takeKeys(keyed);
  const repeated = keyed.filter((link) => !taken.has(link));
  const fresh = links.filter(({ once }) => once === undefined).concat([...taken]);
  yield* insertCounted(fresh, insertion);
  const toSave = new Map<LinkInsert, StoredAnswer>();
  for (const link of taken) {
    const answer = answers.get(link);
    if (answer && 'code' in answer && link.once) {
      const created = answer.outcome === 'created';
      toSave.set(link, { bodyDigest: link.once.bodyDigest, code: answer.code, created });
    }
  }
  if (toSave.size > 0) yield* statements.saveAnswers(toSave);
  if (toSave.size < taken.size) {
    yield* statements.freeKeys([...taken].filter((link) => !toSave.has(link)));
  }
  if (repeated.length === 0) return;
  const stored = yield* statements.findAnswers(repeated);
  for (const link of repeated) {
    const answer = stored.get(link);
    if (answer?.bodyDigest !== link.once?.bodyDigest) answers.set(link, { outcome: 'key-reused' });
    else if (answer) {
      const outcome = answer.created ? 'created' : 'existing';
      answers.set(link, { outcome, code: answer.code, repeated: true });
    }
  }
}

/**
 * Counts the links of platform tokens, so that no app exceeds its limit, even with several processes. An existing
 * unique link is found even if the limit is reached.
 */
function* insertCounted(links: readonly LinkInsert[], insertion: Insertion): Procedure<void> {
  const counted = links.filter(({ maxLinks }) => maxLinks !== undefined);
  if (counted.length === 0) return yield* insertDrawn(links, insertion);
  const { statements, answers } = insertion;
  const appIds = [...new Set(counted.map(({ appId }) => appId))].toSorted();
  const counts = yield* statements.lockCounts(appIds);
  const added = new Map<string, number>();
  let pending = links;
  while (pending.length > 0) {
    const fitting = withinLimits(pending, counts, added);
    if (fitting.length === 0) break;
    yield* insertDrawn(fitting, insertion);
    for (const link of fitting) {
      if (link.maxLinks === undefined || answers.get(link)?.outcome !== 'created') continue;
      added.set(link.appId, (added.get(link.appId) ?? 0) + 1);
    }
    // An existing unique link does not count toward the limit, so more links may fit.
    pending = pending.filter((link) => !answers.has(link));
  }
  yield* answerExisting(pending, insertion);
  for (const link of pending)
    if (!answers.has(link)) answers.set(link, { outcome: 'quota-reached' });
  if (added.size > 0) yield* statements.addToCounts(added);
}

/** As many links of each app as its limit allows, in the order of arrival. */
function withinLimits(
  links: readonly LinkInsert[],
  counts: ReadonlyMap<string, number>,
  added: ReadonlyMap<string, number>,
): LinkInsert[] {
  const totals = new Map(counts);
  for (const [appId, more] of added) totals.set(appId, (totals.get(appId) ?? 0) + more);
  return links.filter(({ appId, maxLinks }) => {
    if (maxLinks === undefined) return true;
    const total = totals.get(appId) ?? 0;
    if (total >= (maxLinks ?? Infinity)) return false;
    totals.set(appId, total + 1);
    return true;
  });
}

/** Draws codes until each link has one. Looks up unique links only after the constraints rejected a link. */
function* insertDrawn(links: readonly LinkInsert[], insertion: Insertion): Procedure<void> {
  const { statements, codes, answers } = insertion;
  let pending = links;
  for (let draw = 0; draw < codes.attempts && pending.length > 0; draw++) {
    // A link that draws the code of another one in this round waits for the next round.
    const drawn = new Map(pending.map((link) => [codes.draw(), link]));
    for (const code of yield* statements.insert(drawn)) {
      const link = drawn.get(code);
      if (link) answers.set(link, { outcome: 'created', code });
    }
    pending = pending.filter((link) => !answers.has(link));
    yield* answerExisting(pending, insertion);
    pending = pending.filter((link) => !answers.has(link));
  }
  for (const link of pending) answers.set(link, { outcome: 'exhausted' });
}

function* answerExisting(
  links: readonly LinkInsert[],
  { statements, answers }: Insertion,
): Procedure<void> {
  const unique = links.filter(({ uniqueKey }) => uniqueKey !== null);
  if (unique.length === 0) return;
  for (const [link, code] of yield* statements.findUnique(unique)) {
    answers.set(link, { outcome: 'existing', code });
  }
}
