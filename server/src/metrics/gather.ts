import cluster, { type Worker } from 'node:cluster';
import { textOfSnapshots, WorkerSum, type Snapshot } from './worker-sum.ts';

/** Of a worker that does not answer within this time, the metrics that it answered last are used. */
const ANSWER_MS = 2000;
/** The primary process answers a worker after it has waited for all of them. */
const SUM_MS = 2 * ANSWER_MS;

type Message =
  /** A worker asks for the metrics of all; the primary process asks a worker for its own. */
  | { readonly smartlink: 'metrics-text' | 'metrics-of-worker'; readonly id: number }
  | { readonly smartlink: 'metrics-text-reply'; readonly id: number; readonly text: string }
  | {
      readonly smartlink: 'metrics-of-worker-reply';
      readonly id: number;
      readonly metrics: Snapshot;
    };

/** Questions to another process. */
class Questions<Reply> {
  readonly #waiting = new Map<number, (reply: Reply | undefined) => void>();
  readonly #limitMs: number;
  #last = 0;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** Undefined if there is no reply in time. */
  ask(request: (id: number) => void): Promise<Reply | undefined> {
    const id = ++this.#last;
    return new Promise((resolve) => {
      const end = (reply: Reply | undefined): void => {
        clearTimeout(deadline);
        this.#waiting.delete(id);
        resolve(reply);
      };
      const deadline = setTimeout(end, this.#limitMs, undefined);
      this.#waiting.set(id, end);
      request(id);
    });
  }

  answer(id: number, reply: Reply): void {
    this.#waiting.get(id)?.(reply);
  }
}

/**
 * In a worker: lets the primary process read its metrics. Returns a function that resolves to the metrics of all workers as
 * text. It rejects if the primary process does not answer: the metrics of this worker alone would look like a restart.
 */
export function gatherInWorker(own: () => Promise<Snapshot>): () => Promise<string> {
  const texts = new Questions<string>(SUM_MS);
  const sendToPrimary = (message: Message): void => void process.send?.(message);
  process.on('message', (message: Message) => {
    if (message?.smartlink === 'metrics-text-reply') texts.answer(message.id, message.text);
    if (message?.smartlink !== 'metrics-of-worker') return;
    const { id } = message;
    void own().then((metrics) =>
      sendToPrimary({ smartlink: 'metrics-of-worker-reply', id, metrics }),
    );
  });
  return async () => {
    const text = await texts.ask((id) => sendToPrimary({ smartlink: 'metrics-text', id }));
    if (text === undefined) throw new Error('the primary process did not send the metrics in time');
    return text;
  };
}

/** In the primary process: answers the workers. Returns a function that resolves to the metrics of all as text. */
export function gatherFromWorkers(): () => Promise<string> {
  const snapshots = new Questions<Snapshot>(ANSWER_MS);
  const sum = new WorkerSum();
  const text = async (): Promise<string> => {
    const workers = Object.values(cluster.workers ?? {}).filter((one) => one?.isConnected());
    await Promise.all(
      workers.map((worker) =>
        snapshots.ask((id) => send(worker, { smartlink: 'metrics-of-worker', id })),
      ),
    );
    return textOfSnapshots(await sum.snapshots());
  };
  cluster.on('exit', ({ id }) => sum.end(id));
  cluster.on('message', (worker, message: Message) => {
    if (message?.smartlink === 'metrics-of-worker-reply') {
      if (!worker.isDead()) sum.set(worker.id, message.metrics);
      snapshots.answer(message.id, message.metrics);
    }
    if (message?.smartlink !== 'metrics-text') return;
    const { id } = message;
    void text().then((all) => send(worker, { smartlink: 'metrics-text-reply', id, text: all }));
  });
  return text;
}

/** A worker that has just exited does not answer. */
function send(worker: Worker | undefined, message: Message): void {
  worker?.send(message, () => undefined);
}
