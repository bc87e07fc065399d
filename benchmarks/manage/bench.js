import { mkdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { ENGINES } from '../engines/engine.js';
import { hold, howHeld } from '../engines/hold.js';
import { copied, kept } from '../engines/stores.js';
import { creates, visits } from '../load/traffic.js';
import { machine } from '../machine.js';
import { scratchFolder, stop } from '../processes.js';
import { say } from '../progress.js';
import { startService } from '../servers/service.js';
import { readCodes } from '../store/codes.js';
import { measureQuestions } from './measure.js';
import { signIn } from './person.js';
import { questions } from './questions.js';
import { manageReport } from './report.js';
import { makeManaged, middleOf } from './store.js';

/** The files that determine the content of a kept database. */
const RECIPE = ['fill-links.js', 'fill-rest.js', 'numbers.js', 'setup.js', 'store.js'].map((name) =>
  readFileSync(new URL(name, import.meta.url), 'utf8'),
);
const CREATES_PER_SECOND = 500;

/**
 * Measures the response times of the management API among very many links, on each engine, without other load
 * and while links are created. Returns the result as Markdown.
 * @param {import('../options.js').Options} options
 */
export async function benchManage({ engines, keep, sizes, short }) {
  const links = sizes.at(-1);
  const [before] = loadavg();
  const folder = keep === undefined ? scratchFolder() : resolve(keep);
  mkdirSync(folder, { recursive: true });
  const results = [];
  const settings = {};
  for (const engine of engines.map((name) => ENGINES[name])) {
    const place = join(folder, `manage-${engine.name.toLowerCase()}-${links}`);
    const recipe = RECIPE.join('');
    const store = await kept(engine, place, recipe, () => makeManaged(engine, place, links));
    // The run adds links.
    const served = keep === undefined ? store : await copied(store);
    const measured = await measureEngine(engine, served);
    settings[engine.name] = measured.settings;
    results.push({ engine: engine.name, ...measured });
  }
  const { CPU, memory, system, Node, disk, revision } = machine();
  const properties = {
    CPU,
    memory,
    system,
    Node,
    disk,
    'files of the databases': howHeld,
    'load of the machine before': before.toFixed(1),
    ...Object.fromEntries(Object.entries(settings).filter(([, text]) => text !== '')),
    revision,
  };
  return manageReport(properties, { links, short, createsPerSecond: CREATES_PER_SECOND }, results);
}

async function measureEngine(engine, store) {
  const host = await engine.start(store.folder, { durable: true });
  const connection = await host.open();
  const settings = await connection.settings();
  await connection.readIndexes();
  await connection.close();
  const held = await hold(store.folder);
  const service = await startService(store.folder, { DATABASE_URL: host.url });
  const { port } = service;
  const codes = { ...store.codes, file: join(store.folder, 'codes') };
  const all = readCodes(codes);
  const about = {
    port,
    pids: [service.pid, host.pid],
    cookie: await signIn(port),
    visits: visits({ codes }),
    creates: creates(store),
  };
  const [first, last] = middleOf(store.links).deleted;
  const asked = questions({
    codes: Array.from({ length: all.count }, (_, index) => all.at(index)),
    origin: `http://127.0.0.1:${port}`,
    amongDeleted: Math.floor((first + last) / 2),
  });
  say(`${engine.name}: ${asked.length} kinds of requests`);
  const quiet = await measureQuestions(about, asked, { createsPerSecond: 0, about: engine.name });
  const busy = await measureQuestions(about, asked, {
    createsPerSecond: CREATES_PER_SECOND,
    about: `${engine.name}, ${CREATES_PER_SECOND} creates a second`,
  });
  await stop(service.child);
  await host.stop();
  await held.letGo();
  return { settings, quiet, busy };
}
