import { assertEqualRows, letter } from '../engines/fill.js';
import { drawn, forNumbers, zipf } from './numbers.js';

/** Three kinds of tags; a link has one tag of each kind or none. Some tags are on most links. */
const TAGS = [
  { name: 'channel', count: 10, share: 0.6 },
  { name: 'campaign', count: 2000, share: 0.5 },
  { name: 'team', count: 50, share: 0.4 },
];
/** The percentage of links that are `unique`. */
const UNIQUES = 10;

/**
 * A link that the service created, and another one of its kind. Their columns differ only by their numbers.
 * @typedef {{ share: number, code: string, number: number, check: { code: string, number: number } }} Model
 */

/**
 * Inserts copies of models with the numbers `first` to `last`, each with its tags and state. Links with
 * numbers in `deleted` are always deleted. The one with the number `newest` was created with the models, each other one a
 * second before the next number: the search index contains no links of the future.
 * @param {import('../engines/engine.js').Engine} engine
 * @param {import('../engines/engine.js').Connection} connection
 * @param {{ appId: string, models: Model[], first: number, last: number, newest: number,
 *   deleted?: [number, number], progress?: (done: number) => void }} wanted
 */
export async function fillLinks(engine, connection, wanted) {
  const { appId, models, first, last, newest, deleted = [-1, -1], progress } = wanted;
  const columns = await columnsOf(connection, models[0]);
  for (const model of models) {
    const { number, check } = model;
    const copied = columns.map((name) => like(name, number, `'${check.number}'`));
    await assertEqualRows(connection, columns, copied, model, check);
  }
  const state = `case when s.n between ${deleted.join(' and ')} or s.n % 100 = 13 then 'deleted'
    when s.n % 100 = 7 then 'disabled' else 'active' end`;
  const own = {
    code: Array.from(models[0].code, () => letter(engine)).join(' || '),
    app_id: `'${appId}'`,
    unique_key: `case when s.n % 100 < ${UNIQUES} then 'key-' || cast(s.n as text) else null end`,
    tags: tagsOf('s.n'),
    state,
    redemptions: 'case when s.n % 3 = 0 then 1 else 0 end',
    created_at: `m.created_at + (s.n - ${newest}) * 1000`,
  };
  const values = columns.map((name) => own[name] ?? like(name, models[0].number, 's.n'));
  let upTo = 0;
  const choice = models.map(
    ({ share, code }) => `when ${drawn('s.n', 5)} < ${(upTo += share / 100)} then '${code}'`,
  );
  const codes = models.map(({ code }) => `'${code}'`).join();
  await forNumbers(
    connection,
    first,
    last,
    (numbers) => `insert into links (${columns.join()}) select ${values.join()}
      from ${numbers} join (select * from links where code in (${codes})) m
        on m.code = case ${choice.join(' ')} else '${models[0].code}' end
      order by s.n on conflict do nothing`,
    progress,
  );
}

/** Returns a column of a model with another number in place of its own. */
function like(name, modelNumber, number) {
  return TEXTS.has(name)
    ? `replace(m.${name}, '${modelNumber}', cast(${number} as text))`
    : `m.${name}`;
}
const TEXTS = new Set(['uri', 'routes', 'overrides', 'metadata']);

async function columnsOf(connection, { code }) {
  const [row] = await connection.ask(`select * from links where code = '${code}'`);
  return Object.keys(row).filter((name) => name !== 'id');
}

/** A JSON array. */
function tagsOf(number) {
  const one = ({ name, count, share }, index) =>
    `case when ${drawn(number, index + 2)} < ${share}
      then ',"${name}-' || cast(${zipf(number, index, count)} as text) || '"' else '' end`;
  return `'[' || ltrim(${TAGS.map(one).join(' || ')}, ',') || ']'`;
}
