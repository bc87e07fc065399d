import { parentPort, workerData } from 'node:worker_threads';
import { failureOf, type Reply, type Request } from '../sqlite/requests.ts';
import type { ClickBatch } from './batch.ts';
import type { ClickCommand, ClickThreadData, ClickWarnings } from './click-protocol.ts';
import { Countries } from './countries.ts';
import { markDataCenters } from './mark-data-centers.ts';
import { readNetworkFile } from './network-file.ts';
import { openStore } from './open-store.ts';
import { WatchedFile } from './watched-file.ts';

/** The thread that stores clicks: no visit waits for it, whatever it does. */

const data = workerData as ClickThreadData;
const { countryFile, dataCenterFile } = data.settings;
const countries = countryFile === undefined ? undefined : new Countries(countryFile);
const dataCenters =
  dataCenterFile === undefined ? undefined : new WatchedFile(dataCenterFile, readNetworkFile);
const store = await openStore(data, countries);

function classified(batch: ClickBatch, now: number): ClickBatch {
  const networks = dataCenters?.content(now);
  return networks ? markDataCenters(batch, (network) => networks.has(network)) : batch;
}

function execute(command: ClickCommand): Promise<void> {
  switch (command.kind) {
    case 'open':
      return store.open(command.now);
    case 'store': {
      const { batch, seq, now, maxRows } = command;
      return store.store(classified(batch, now), seq, now, maxRows);
    }
    case 'retain':
      return store.retain(command.now);
  }
}

async function answer(request: Request<ClickCommand>): Promise<Reply> {
  try {
    if ('close' in request) {
      await store.close();
      return { id: request.id, value: undefined };
    }
    await execute(request.command);
    return { id: request.id, value: warnings() };
  } catch (error) {
    if ('command' in request && request.command.kind === 'store') store.reset();
    return { id: request.id, failed: failureOf(error) };
  }
}

const FILES: readonly [
  name: string,
  file: { newError(): string | undefined } | undefined,
  effect: string,
][] = [
  ['CLICKS_COUNTRY_FILE', countries, 'clicks have no country'],
  ['CLICKS_DATA_CENTER_FILE', dataCenters, 'clicks from data centers count as those of people'],
];

/** Errors of files, each once. */
function warnings(): ClickWarnings {
  return FILES.flatMap(([name, file, effect]) => {
    const error = file?.newError();
    if (error === undefined) return [];
    return [`${name} cannot be read; until the file is replaced, ${effect}: ${error}`];
  });
}

const port = parentPort;
if (!port) throw new Error('clicks are stored in a worker thread');
port.on('message', (request: Request<ClickCommand>) => {
  void answer(request).then((reply) => {
    port.postMessage(reply);
    if ('close' in request) port.close();
  });
});
