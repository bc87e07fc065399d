import { parentPort } from 'node:worker_threads';
import { classified } from './driver.ts';
import { failureOf, type Failure, type Reply, type Request } from './requests.ts';

interface Answers<Command> {
  readonly execute: (command: Command) => unknown;
  /** Is called after a request has failed. */
  readonly failed?: (failure: Failure) => void;
  /** Is called before the thread ends. */
  readonly finish: () => void;
}

/** Answers the requests of the main thread in their order, until it asks this thread to end. */
export function answerRequests<Command>({ execute, failed, finish }: Answers<Command>): void {
  const port = parentPort;
  if (!port) throw new Error('requests are answered in a worker thread');
  port.on('message', (request: Request<Command>) => {
    let reply: Reply;
    try {
      const value = 'close' in request ? finish() : execute(request.command);
      reply = { id: request.id, value };
    } catch (thrown) {
      reply = { id: request.id, failed: failureOf(classified(thrown)) };
      failed?.(reply.failed);
    }
    port.postMessage(reply);
    if ('close' in request) port.close();
  });
}
