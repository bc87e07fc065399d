import { isDeepStrictEqual } from 'node:util';
import { drawCode } from './codes.js';

const ROWS_PER_TRANSACTION = 20_000;

/**
 * Inserts copies of the row of `model` until there are `links`, and returns all codes. The service has also
 * created the link `check`: a copy of the model with its number must be equal to it.
 */
export function fill(connection, { model, check, first, links, progress }) {
  const find = connection.prepare('select * from links where code = ?');
  const row = find.get(model.code);
  const columns = Object.keys(row).filter((name) => name !== 'id');
  const like = (number, code, createdAt) =>
    columns.map((name) => {
      if (name === 'code') return code;
      if (name === 'created_at') return createdAt;
      const value = row[name];
      return typeof value === 'string' ? value.replaceAll(model.number, number) : value;
    });
  const made = find.get(check.code);
  const expected = columns.map((name) => made[name]);
  if (!isDeepStrictEqual(like(String(check.number), check.code, made.created_at), expected)) {
    throw new Error('rows made after the model are not what the service makes');
  }

  // These rows become durable with the checkpoint at the end.
  connection.exec('pragma synchronous = off; pragma wal_autocheckpoint = 10000');
  const marks = columns.map(() => '?').join();
  const insert = connection.prepare(
    `insert into links (${columns.join()}) values (${marks}) on conflict do nothing`,
  );
  let there = Number(connection.prepare('select count(*) as links from links').get().links);
  for (let number = first; there < links;) {
    connection.exec('begin');
    for (let rows = 0; rows < ROWS_PER_TRANSACTION && there < links; rows++, number++) {
      const values = like(String(number), drawCode(model.code.length), row.created_at);
      there += Number(insert.run(...values).changes);
    }
    connection.exec('commit');
    progress(there);
  }
  connection.exec('pragma synchronous = full; pragma wal_checkpoint(truncate)');
  return connection
    .prepare('select code from links order by id')
    .all()
    .map(({ code }) => code);
}
