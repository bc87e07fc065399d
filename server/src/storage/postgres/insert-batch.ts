import { KEY_KEPT_MS, MAX_DRAWS, type InsertedLink, type LinkRow } from '../database.ts';
import type { Run } from './redeem-batch.ts';

const COLUMNS = [
  ['app_id', 'text'],
  ['uri', 'text'],
  ['unique_key', 'text'],
  ['routes', 'text'],
  ['overrides', 'text'],
  ['template', 'text'],
  ['metadata', 'text'],
  ['redeem_limit', 'integer'],
  ['created_at', 'bigint'],
  ['created_by', 'text'],
] as const;

const NAMES = COLUMNS.map(([name]) => name).join(', ');

const INSERT = `insert into links (code, ${NAMES}, tags)
  select code, ${NAMES}, '[]' from unnest(?::text[], ${COLUMNS.map(([, type]) => `?::${type}[]`).join(', ')})
    as v (code, ${NAMES})
  on conflict do nothing returning code`;
const FIND_UNIQUE = `select app_id, unique_key, code from links
  where (app_id, unique_key) in (select * from unnest(?::text[], ?::text[]))`;
const TAKE_KEYS = `insert into idempotency_keys as k (app_id, key, body_digest, code, created, created_at)
  select app_id, key, body_digest, '', 1, created_at
    from unnest(?::text[], ?::text[], ?::text[], ?::bigint[]) as v (app_id, key, body_digest, created_at)
  on conflict (app_id, key) do update
    set body_digest = excluded.body_digest, code = '', created = 1, created_at = excluded.created_at
    where k.created_at <= excluded.created_at - ${KEY_KEPT_MS}
  returning app_id, key`;
const FIND_KEYS = `select app_id, key, body_digest, code, created from idempotency_keys
  where (app_id, key) in (select * from unnest(?::text[], ?::text[]))`;
const KEEP_ANSWERS = `update idempotency_keys k set code = v.code, created = v.created
  from unnest(?::text[], ?::text[], ?::text[], ?::integer[]) as v (app_id, key, code, created)
  where k.app_id = v.app_id and k.key = v.key`;
const FREE_KEYS = `delete from idempotency_keys
  where code = '' and (app_id, key) in (select * from unnest(?::text[], ?::text[]))`;

export type Answers = Map<LinkRow, InsertedLink>;

const keyOf = (appId: string, key: string): string => `${appId} ${key}`;

/** Inserts links that arrived together, in one order on every instance so that none waits in a ring. */
export async function insertLinks(
  run: Run,
  rows: readonly LinkRow[],
  drawCode: () => string,
): Promise<Answers> {
  const answers: Answers = new Map();
  let pending = rows;
  for (let draw = 0; draw < MAX_DRAWS && pending.length > 0; draw++) {
    // Rows that draw the same code wait for the next round, so that a code says which row it is.
    const drawn = new Map(pending.map((row) => [drawCode(), row]));
    const sent = [...drawn.values()].toSorted(compare);
    const codes = new Map([...drawn].map(([code, row]) => [row, code]));
    const inserted = await run<{ code: string }>(INSERT, [
      sent.map((row) => codes.get(row) ?? ''),
      ...valuesOf(sent),
    ]);
    for (const { code } of inserted) {
      const row = drawn.get(code);
      if (row) answers.set(row, { outcome: 'created', code });
    }
    pending = pending.filter((row) => !answers.has(row));
    await findUnique(run, pending, answers);
    pending = pending.filter((row) => !answers.has(row));
  }
  for (const row of pending) answers.set(row, { outcome: 'exhausted' });
  return answers;
}

function compare(a: LinkRow, b: LinkRow): number {
  const [one, two] = [keyOf(a.appId, a.uniqueKey ?? ''), keyOf(b.appId, b.uniqueKey ?? '')];
  if (one === two) return 0;
  return one < two ? -1 : 1;
}

function valuesOf(rows: readonly LinkRow[]) {
  return [
    rows.map((row) => row.appId),
    rows.map((row) => row.uri),
    rows.map((row) => row.uniqueKey),
    rows.map((row) => row.routes),
    rows.map((row) => row.overrides),
    rows.map((row) => row.template),
    rows.map((row) => row.metadata),
    rows.map((row) => row.redeemLimit),
    rows.map((row) => row.createdAt),
    rows.map((row) => row.createdBy),
  ];
}

/** What the constraint turned away because it is there. */
export async function findUnique(
  run: Run,
  rows: readonly LinkRow[],
  answers: Answers,
): Promise<void> {
  const unique = rows.filter(({ uniqueKey }) => uniqueKey !== null);
  if (unique.length === 0) return;
  const found = await run<{ app_id: string; unique_key: string; code: string }>(FIND_UNIQUE, [
    unique.map(({ appId }) => appId),
    unique.map(({ uniqueKey }) => uniqueKey),
  ]);
  const codes = new Map(found.map((link) => [keyOf(link.app_id, link.unique_key), link.code]));
  for (const row of unique) {
    const code = codes.get(keyOf(row.appId, row.uniqueKey ?? ''));
    if (code !== undefined) answers.set(row, { outcome: 'existing', code });
  }
}

/**
 * The same for rows with idempotency keys, of which no two are equal; `insert` inserts those whose key
 * is new. `run` has to be a transaction: who takes a key first keeps others with it waiting until the
 * answer is there.
 */
export async function insertKeyedLinks(
  run: Run,
  rows: readonly LinkRow[],
  insert: (rows: readonly LinkRow[]) => Promise<Answers>,
): Promise<Answers> {
  const sorted = rows.toSorted((a, b) => (keyIn(a) < keyIn(b) ? -1 : 1));
  const names = (some: readonly LinkRow[]) =>
    [some.map(({ appId }) => appId), some.map(({ once }) => once?.key ?? '')] as const;
  const taken = await run<{ app_id: string; key: string }>(TAKE_KEYS, [
    ...names(sorted),
    sorted.map(({ once }) => once?.bodyDigest ?? ''),
    sorted.map(({ createdAt }) => createdAt),
  ]);
  const mine = new Set(taken.map(({ app_id, key }) => keyOf(app_id, key)));
  const first = sorted.filter((row) => mine.has(keyIn(row)));
  const answers = first.length > 0 ? await insert(first) : new Map();
  await keepAnswers(run, first, answers);
  const again = sorted.filter((row) => !mine.has(keyIn(row)));
  if (again.length === 0) return answers;
  const known = await run<{
    app_id: string;
    key: string;
    body_digest: string;
    code: string;
    created: number;
  }>(FIND_KEYS, names(again));
  const byKey = new Map(known.map((answer) => [keyOf(answer.app_id, answer.key), answer]));
  for (const row of again) {
    const answer = byKey.get(keyIn(row));
    if (answer?.body_digest !== row.once?.bodyDigest) answers.set(row, { outcome: 'key-reused' });
    else if (answer) {
      answers.set(row, {
        outcome: answer.created === 1 ? 'created' : 'existing',
        code: answer.code,
      });
    }
  }
  return answers;
}

function keyIn(row: LinkRow): string {
  return keyOf(row.appId, row.once?.key ?? '');
}

async function keepAnswers(run: Run, rows: readonly LinkRow[], answers: Answers): Promise<void> {
  const made = rows.flatMap((row) => {
    const answer = answers.get(row);
    return answer && 'code' in answer ? [{ row, answer }] : [];
  });
  await run(KEEP_ANSWERS, [
    made.map(({ row }) => row.appId),
    made.map(({ row }) => row.once?.key ?? ''),
    made.map(({ answer }) => answer.code),
    made.map(({ answer }) => (answer.outcome === 'created' ? 1 : 0)),
  ]);
  if (made.length === rows.length) return;
  await run(FREE_KEYS, [rows.map(({ appId }) => appId), rows.map(({ once }) => once?.key ?? '')]);
}
