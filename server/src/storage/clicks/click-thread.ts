import { parentPort, workerData } from 'node:worker_threads';
import { StoreUnavailable } from '../database.ts';
import type { Failure, Reply, Request } from '../sqlite/requests.ts';
import type { ClickBatch } from './batch.ts';
import type { ClickCommand, ClickThreadData } from './click-protocol.ts';
import { markDataCenters } from './mark-data-centers.ts';
import { readNetworkFile } from './network-file.ts';
import { openStore } from './open-store.ts';
import { WatchedFile } from './watched-file.ts';

/** The thread that stores clicks: no visit waits for it, whatever it does. */

const data = workerData as ClickThreadData;
const { dataCenterFile } = data.settings;
const dataCenters =
  dataCenterFile === undefined ? undefined : new WatchedFile(dataCenterFile, readNetworkFile);
const store = await openStore(data);

function classified(batch: ClickBatch, now: number): ClickBatch {
  const networks = dataCenters?.content(now);
  return networks ? markDataCenters(batch, (network) => networks.has(network)) : batch;
}

function execute(command: ClickCommand): Promise<void> {
  switch (command.kind) {
    case 'open':
      return store.open(command.now);
    case 'store':
      return store.store(classified(command.batch, command.now), command.seq, command.now);
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
    return { id: request.id, value: await execute(request.command) };
  } catch (error) {
    if ('command' in request && request.command.kind === 'store') store.reset();
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
