import { parentPort, workerData } from 'node:worker_threads';
import { StoreUnavailable } from '../database.ts';
import { CLICKS_SET, migrate } from '../migrate.ts';
import type { Failure, Reply, Request } from '../sqlite/requests.ts';
import type { ClickCommand, ClickThreadData } from './click-protocol.ts';
import type { ClickSql } from './click-sql.ts';
import { ClickWriter } from './click-writer.ts';
import { Countries } from './countries.ts';
import { Retention } from './retention.ts';

/** The thread that stores clicks: no visit waits for it, whatever it does. */

/** Shorter than the time after which the thread is replaced. */
const MAX_STATEMENT_MS = 10_000;

const { url, postgres, settings, writer: id } = workerData as ClickThreadData;
const sql = await openSql();
const { countryFile } = settings;
const countries = countryFile === undefined ? undefined : new Countries(countryFile);
const writer = new ClickWriter(sql, id, settings.rawDays > 0, countries);
const retention = new Retention(sql, settings);

async function openSql(): Promise<ClickSql> {
  if (url.startsWith('sqlite:')) {
    const { SqliteClicks } = await import('./sqlite-clicks.ts');
    return new SqliteClicks(url.slice('sqlite:'.length));
  }
  const { PostgresClicks } = await import('./postgres-clicks.ts');
  // One connection stores, the other one removes what is old.
  const statementTimeoutMs = Math.min(postgres.statementTimeoutMs, MAX_STATEMENT_MS);
  return new PostgresClicks({ ...postgres, statementTimeoutMs, url, poolSize: 2 });
}

async function execute(command: ClickCommand): Promise<void> {
  switch (command.kind) {
    case 'open':
      await migrate(sql, command.now, CLICKS_SET);
      return;
    case 'store':
      return writer.store(command.batch, command.seq, command.now);
    case 'retain':
      writer.prune(command.now);
      return retention.run(command.now);
  }
}

async function answer(request: Request<ClickCommand>): Promise<Reply> {
  try {
    if ('close' in request) {
      await retention.stop();
      await sql.close();
      return { id: request.id, value: undefined };
    }
    return { id: request.id, value: await execute(request.command) };
  } catch (error) {
    if ('command' in request && request.command.kind === 'store') {
      writer.reset();
      sql.forget();
    }
    return { id: request.id, failed: failureOf(error) };
  }
}

function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof StoreUnavailable)) return { message, unavailable: undefined };
  return { message, unavailable: error.reason, unknown: error.unknown };
}

const port = parentPort;
if (!port) throw new Error('clicks are stored in a worker thread');
port.on('message', (request: Request<ClickCommand>) => {
  void answer(request).then((reply) => {
    port.postMessage(reply);
    if ('close' in request) port.close();
  });
});
