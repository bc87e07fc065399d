import { openWriter } from '../../server/dist/src/storage/sqlite/driver.js';
import { databaseFile } from '../servers/service.js';

/** @type {import('./engine.js').Engine} */
export const sqlite = {
  name: 'SQLite',
  below: (limit) => `abs(random() % ${limit})`,
  elements: (json) => `json_each(${json}) as each`,
  async start(folder) {
    return {
      url: `sqlite:${databaseFile(folder)}`,
      pid: undefined,
      open: async () => opened(databaseFile(folder)),
      stop: async () => undefined,
    };
  },
};

function opened(file) {
  const connection = openWriter(file);
  const ask = async (sql) => connection.prepare(sql).all();
  const script = async (sql) => connection.exec(sql);
  return {
    ask,
    script,
    async fill(write) {
      // These rows need not be durable: an incomplete database is discarded.
      const [{ journal_mode: mode }] = await ask('pragma journal_mode = memory');
      if (mode !== 'memory') throw new Error(`the journal stays ${mode}`);
      await script('pragma synchronous = off; pragma cache_size = -2000000; begin');
      await write();
      // Without a log file: it would disappear when the connection closes, possibly during the copy.
      await script('commit; pragma journal_mode = delete');
    },
    readIndexes: async () => undefined,
    settings: async () => '',
    close: async () => connection.close(),
  };
}
