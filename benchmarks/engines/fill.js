import { isDeepStrictEqual } from 'node:util';
import { CODE_ALPHABET } from '../../server/dist/src/domain/link/code.js';

const ROWS_PER_STATEMENT = 200_000;

/**
 * Inserts copies of the row of `model` with the numbers from `first` on, until there are `links`. The service has also
 * created the link `check`: a copy of the model with its number must be equal to it.
 * @param {import('./engine.js').Engine} engine
 * @param {import('./engine.js').Connection} connection
 */
export async function fill(engine, connection, { model, check, first, links, progress }) {
  const [row] = await connection.ask(`select * from links where code = '${model.code}'`);
  const columns = Object.keys(row).filter((name) => name !== 'id');
  const code = Array.from(model.code, () => letter(engine)).join(' || ');
  /** Returns the columns of a copy with `number` in place of the model's number. */
  const like = (number) =>
    columns.map((name) => {
      if (name === 'code') return code;
      return typeof row[name] === 'string'
        ? `replace(m.${name}, '${model.number}', ${number})`
        : `m.${name}`;
    });
  await assertEqualRows(connection, columns, like(`'${check.number}'`), model, check);

  const write = (from, last) =>
    connection.script(
      `with recursive s (n) as (select ${from} union all select n + 1 from s where n < ${last})
      insert into links (${columns.join()}) select ${like('cast(s.n as text)').join()}
      from s, links m where m.code = '${model.code}' on conflict do nothing`,
    );
  await connection.fill(async () => {
    // If a code is drawn twice, only one link is inserted; further rounds insert what is missing.
    for (let next = first; ;) {
      const [{ there }] = await connection.ask('select count(*) as there from links');
      if (there >= links) break;
      for (const end = next + links - there; next < end; next += ROWS_PER_STATEMENT) {
        progress(next);
        await write(next, Math.min(next + ROWS_PER_STATEMENT, end) - 1);
      }
    }
  });
}

/** Returns SQL for a random letter of a code. */
export function letter({ below }) {
  return `substr('${CODE_ALPHABET}', ${below(CODE_ALPHABET.length)} + 1, 1)`;
}

/** Asserts that a copy of the model with these values of its columns is the link `check`. */
export async function assertEqualRows(connection, columns, values, model, check) {
  const compared = columns.filter((name) => !['code', 'created_at'].includes(name));
  const made = columns
    .map((name, index) => `${values[index]} as ${name}`)
    .filter((_, index) => compared.includes(columns[index]));
  const [ours] = await connection.ask(
    `select ${made.join()} from links m where m.code = '${model.code}'`,
  );
  const [theirs] = await connection.ask(
    `select ${compared.join()} from links where code = '${check.code}'`,
  );
  if (!isDeepStrictEqual({ ...ours }, { ...theirs })) {
    throw new Error('rows made after the model are not what the service makes');
  }
}
