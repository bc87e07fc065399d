import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openReader, Prepared, type Connection } from './driver.ts';

it('a connection keeps statements that are used again, but not thousands of different ones', () => {
  const connection: Connection = openReader(':memory:');
  let prepared = 0;
  const counted: Pick<Connection, 'prepare' | 'exec' | 'close'> = {
    prepare(sql) {
      prepared++;
      return connection.prepare(sql);
    },
    exec: (sql) => connection.exec(sql),
    close: () => connection.close(),
  };
  const db = new Prepared(counted);
  const first = 'select ? as a, 0 as b';
  for (let i = 0; i < 100; i++) {
    assert.deepEqual(db.table(first, [i]), { columns: ['a', 'b'], rows: [[i, 0]] });
    assert.equal(db.all<{ a: number }>(first, [i])[0]?.a, i);
  }
  assert.equal(prepared, 2);
  for (let i = 1; i <= 1000; i++) {
    const sql = `select ? as a, ${i} as b`;
    assert.deepEqual(db.table(sql, [i]).rows, [[i, i]]);
    assert.equal(db.all<{ a: number }>(sql, [i])[0]?.a, i);
  }
  prepared = 0;
  assert.deepEqual(db.table(first, [7]).rows, [[7, 0]]);
  assert.equal(prepared, 1);
  db.close();
});
