import { createServer } from 'node:http';
import { ENGINES } from '../engines/engine.js';
import { copied, findOrMake } from '../engines/stores.js';
import { generate } from '../load/generate.js';
import { creates } from '../load/traffic.js';
import { cpuMicroseconds, memoryMegabytes } from '../process-cost.js';
import { newPath, scratchFolder, stop } from '../processes.js';
import { say } from '../progress.js';
import { runCommand, startService } from '../servers/service.js';
import { setup } from '../store/setup.js';
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
 * Measures creates on each engine: without a webhook, with one of another app, and with one whose receiver asked for a
 * pause, in alternation; then few creates whose events are sent, since an attempt costs more than a create. The CPU
 * time is that of the service and of the database, with the work in the background that creates cause.
 */
export async function measureWebhooks(_stores, options, results) {
  const receiver = await startReceiver();
  for (const engine of Object.values(ENGINES)) {
    const store = await findOrMake(engine, scratchFolder(), options.sizes[0]);
    for (let round = 1; round <= options.rounds; round++) {
      say(`${engine.name}, round ${round}: creates with and without webhooks`);
      await measureRound(engine, store, receiver, options, results);
    }
  }
  receiver.close();
}

async function measureRound(engine, store, receiver, options, results) {
  const seconds = Math.min(options.seconds, MOST_SECONDS);
  const started = [];
  const startWith = async (app, url) => {
    started.push(await startOnCopy(engine, store, app, url));
    return started.at(-1);
  };
  const add = (which, sample) => results.add(CREATE[which], engine.name, store.links, sample);
  const services = {
    none: await startWith(),
    other: await startWith('other', receiver.url('/pause')),
    stored: await startWith(OWN, receiver.url('/pause')),
  };
  for (const service of Object.values(services)) {
    await measureDrained(service, store, { ...LOAD, seconds: options.warmUpSeconds });
  }
  for (let turn = 0; turn < TURNS; turn++) {
    for (const which of inTurn(Object.keys(services), turn)) {
      add(which, await measureDrained(services[which], store, { ...LOAD, seconds }));
    }
  }
  const sending = await startWith(OWN, receiver.url('/'));
  await measureDrained(sending, store, SLOW);
  for (const [which, service] of Object.entries({ fewNone: services.none, fewSent: sending })) {
    add(which, await measureDrained(service, store, SLOW));
  }
  for (const service of started) await service.stop();
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
async function startOnCopy(engine, store, app, url) {
  const { folder } = await copied(store, newPath('copy'));
  const host = await engine.start(folder, { durable: true });
  const settings = { ...SETTINGS, DATABASE_URL: host.url };
  if (app !== undefined) {
    if (app !== OWN) await runCommand(folder, ['app', 'create', '--name', app], settings);
    await runCommand(folder, ['webhook', 'create', url, '--app', app], settings);
    // It gets the events that happen a second after its creation.
    await new Promise((done) => setTimeout(done, 1000));
  }
  const service = await startService(folder, settings);
  const connection = await host.open();
  return {
    port: service.port,
    pids: host.pid === undefined ? [service.pid] : [service.pid, host.pid],
    isWanted: app === OWN,
    rows: async (sql) => Number((await connection.ask(sql))[0].n),
    async stop() {
      await connection.close();
      await stop(service.child);
      await host.stop();
    },
  };
}

/** Measures creates until everything that they cause in the background is done. */
async function measureDrained({ pids, port, rows, isWanted }, store, load) {
  const cpuOfAll = () => pids.reduce((sum, pid) => sum + cpuMicroseconds(pid), 0);
  const eventsBefore = await rows(EVENTS);
  const before = cpuOfAll();
  const outcome = await generate({ port, traffic: creates(store), ...load });
  const end = Date.now() + MOST_DRAIN_MS;
  for (let waiting; (waiting = await rows(WAITING)) > 0;) {
    if (Date.now() > end) throw new Error(`${waiting} events wait`);
    await new Promise((done) => setTimeout(done, 100));
  }
  const cpu = (cpuOfAll() - before) / outcome.requests;
  const events = (await rows(EVENTS)) - eventsBefore;
  if (isWanted ? events < outcome.requests : events > 0) {
    throw new Error(`${outcome.requests} creates were answered, but there are ${events} events`);
  }
  return { ...outcome, cpu, memory: memoryMegabytes(pids[0]) };
}

const EVENTS = 'select count(*) as n from webhook_events';
/** Deliveries that were not made although there is no pause, and events that no webhook was given. */
const WAITING = `select (select count(*) from webhook_new_events)
  + (select count(*) from webhook_deliveries d join webhooks w on w.id = d.webhook_id
     where d.state = 'pending' and w.paused_until = 0)
  + (select count(*) from webhook_backlog b join webhooks w on w.id = b.webhook_id
     where w.paused_until = 0) as n`;
