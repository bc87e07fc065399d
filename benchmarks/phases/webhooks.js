import { createServer } from 'node:http';
import { openReader } from '../../server/dist/src/storage/sqlite/driver.js';
import { generate } from '../load/generate.js';
import { creates } from '../load/traffic.js';
import { cpuMicroseconds, memoryMegabytes } from '../process-cost.js';
import { newPath, stop } from '../processes.js';
import { say } from '../progress.js';
import { databaseFile, runCommand, startService } from '../servers/service.js';
import { setup } from '../store/setup.js';
import { copyOf } from '../store/store.js';
import { inTurn, MOST_SECONDS, TURNS } from './in-turn.js';

const LOAD = { connections: 64, pinned: false, status: 201 };
/** Few enough creates that all events can be sent. */
const SLOW = { ...LOAD, pauseMs: 100, seconds: 2 };
const MOST_DRAIN_MS = 120_000;
const SETTINGS = { WEBHOOK_PRIVATE_TARGETS: 'on' };

export const CREATE = {
  none: 'create, no webhook',
  other: 'create, webhook of another app',
  stored: 'create, events are stored',
  fewNone: 'few creates, no webhook',
  fewSent: 'few creates, events are sent',
};
const [{ name: OWN }] = setup.apps;

/**
 * Measures creates without a webhook, with one of another app, and with one whose receiver asked for a pause, in
 * alternation; then few creates whose events are sent, since an attempt costs more than a create. The CPU time
 * includes the work in the background that creates cause.
 */
export async function measureWebhooks(stores, options, results) {
  const store = await stores.small();
  const receiver = await startReceiver();
  const seconds = Math.min(options.seconds, MOST_SECONDS);
  for (let round = 1; round <= options.rounds; round++) {
    say(`round ${round}: creates with and without webhooks`);
    const services = {
      none: await startWith(store, 'none'),
      other: await startWith(store, 'other', 'other', receiver.url('/pause')),
      stored: await startWith(store, 'stored', OWN, receiver.url('/pause')),
    };
    for (const service of Object.values(services)) {
      await measureDrained(service, store, { ...LOAD, seconds: options.warmUpSeconds });
    }
    for (let turn = 0; turn < TURNS; turn++) {
      for (const which of inTurn(Object.keys(services), turn)) {
        const sample = await measureDrained(services[which], store, { ...LOAD, seconds });
        results.add(CREATE[which], 'service', store.links, sample);
      }
    }
    const sending = await startWith(store, 'sent', OWN, receiver.url('/'));
    await measureDrained(sending, store, SLOW);
    for (const [which, service] of Object.entries({ fewNone: services.none, fewSent: sending })) {
      const sample = await measureDrained(service, store, SLOW);
      results.add(CREATE[which], 'service', store.links, sample);
    }
    for (const { child } of [...Object.values(services), sending]) await stop(child);
  }
  receiver.close();
}

/** Responds to `/pause` with a pause of a day. */
async function startReceiver() {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      if (request.url === '/pause') response.writeHead(429, { 'retry-after': '86400' });
      response.end();
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: (path) => `http://127.0.0.1:${server.address().port}${path}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Starts the service on a copy of the database, with a webhook of the app. */
async function startWith(store, name, app, url) {
  const { folder } = copyOf(store, newPath(`webhooks-${name}`));
  if (app !== undefined) {
    if (app !== OWN) await runCommand(folder, ['app', 'create', '--name', app], SETTINGS);
    await runCommand(folder, ['webhook', 'create', url, '--app', app], SETTINGS);
    // It gets the events that happen a second after its creation.
    await new Promise((done) => setTimeout(done, 1000));
  }
  return { ...(await startService(folder, SETTINGS)), folder, isWanted: app === OWN };
}

/** Measures creates until everything that they cause in the background is done. */
async function measureDrained({ pid, port, folder, isWanted }, store, load) {
  const connection = openReader(databaseFile(folder));
  const rows = (sql) => Number(connection.prepare(sql).get().n);
  const eventsBefore = rows(EVENTS);
  const before = cpuMicroseconds(pid);
  const outcome = await generate({ port, traffic: creates(store), ...load });
  const end = Date.now() + MOST_DRAIN_MS;
  while (rows(WAITING) > 0) {
    if (Date.now() > end) throw new Error(`${rows(WAITING)} events wait`);
    await new Promise((done) => setTimeout(done, 100));
  }
  const cpu = (cpuMicroseconds(pid) - before) / outcome.requests;
  const events = rows(EVENTS) - eventsBefore;
  connection.close();
  if (isWanted ? events < outcome.requests : events > 0) {
    throw new Error(`${outcome.requests} creates were answered, but there are ${events} events`);
  }
  return { ...outcome, cpu, memory: memoryMegabytes(pid) };
}

const EVENTS = 'select count(*) as n from webhook_events';
/** Deliveries that were not made although there is no pause, and events that no webhook was given. */
const WAITING = `select (select count(*) from webhook_new_events)
  + (select count(*) from webhook_deliveries d join webhooks w on w.id = d.webhook_id
     where d.state = 'pending' and w.paused_until = 0)
  + (select count(*) from webhook_backlog b join webhooks w on w.id = b.webhook_id
     where w.paused_until = 0) as n`;
