import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, Registry } from 'prom-client';

/** The metrics of a process as data, so that those of several processes can be added. */
export type Snapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** A worker that does not answer within this time is left out. */
const ANSWER_MS = 2000;

type Message =
  /** A worker asks for the metrics of all; the primary process asks a worker for its own. */
  | { readonly smartlink: 'metrics-text' | 'metrics-of-worker'; readonly id: number }
  | { readonly smartlink: 'metrics-text-reply'; readonly id: number; readonly text: string }
  | {
      readonly smartlink: 'metrics-of-worker-reply';
      readonly id: number;
      readonly metrics: Snapshot;
    };

/** The sum of snapshots in the text format of Prometheus. */
export function textOfSnapshots(snapshots: readonly Snapshot[]): Promise<string> {
  return AggregatorRegistry.aggregate([...snapshots]).metrics();
}

/** Questions to another process. */
class Questions<Reply> {
  readonly #waiting = new Map<number, (reply: Reply | undefined) => void>();
  #last = 0;

  /** Undefined if there is no reply in time. */
  ask(request: (id: number) => void): Promise<Reply | undefined> {
    const id = ++this.#last;
    return new Promise((resolve) => {
      const end = (reply: Reply | undefined): void => {
        clearTimeout(deadline);
        this.#waiting.delete(id);
        resolve(reply);
      };
      const deadline = setTimeout(end, ANSWER_MS, undefined);
      this.#waiting.set(id, end);
      request(id);
    });
  }

  answer(id: number, reply: Reply): void {
    this.#waiting.get(id)?.(reply);
  }
}

/**
 * In a worker: lets the primary process read its metrics. Returns a function that resolves to the metrics of all
 * workers as text, or of this one if the primary process does not answer.
 */
export function gatherInWorker(own: () => Promise<Snapshot>): () => Promise<string> {
  const texts = new Questions<string>();
  const sendToPrimary = (message: Message): void => void process.send?.(message);
  process.on('message', (message: Message) => {
    if (message?.smartlink === 'metrics-text-reply') texts.answer(message.id, message.text);
    if (message?.smartlink !== 'metrics-of-worker') return;
    const { id } = message;
    void own().then((metrics) =>
      sendToPrimary({ smartlink: 'metrics-of-worker-reply', id, metrics }),
    );
  });
  return async () =>
    (await texts.ask((id) => sendToPrimary({ smartlink: 'metrics-text', id }))) ??
    textOfSnapshots([await own()]);
}

/** In the primary process: answers the workers. Returns a function that resolves to the metrics of all as text. */
export function gatherFromWorkers(): () => Promise<string> {
  const snapshots = new Questions<Snapshot>();
  const text = async (): Promise<string> => {
    const workers = Object.values(cluster.workers ?? {}).filter((one) => one?.isConnected());
    const all = await Promise.all(
      workers.map((worker) =>
        snapshots.ask((id) => send(worker, { smartlink: 'metrics-of-worker', id })),
      ),
    );
    return textOfSnapshots(all.filter((one) => one !== undefined));
  };
  cluster.on('message', (worker, message: Message) => {
    if (message?.smartlink === 'metrics-of-worker-reply') {
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
