import { get, type IncomingMessage } from 'node:http';
import { eventually } from '../processes.ts';

export interface ReadEvent {
  readonly id: string;
  readonly name: string;
  readonly data: {
    readonly at: string;
    readonly new: Readonly<Record<'clicks' | 'visitors' | 'other', number>>;
    readonly lifetime: Readonly<Record<'clicks' | 'visitors' | 'other', number>>;
  };
}

/** A client of server-sent events. */
export interface EventReader {
  readonly response: IncomingMessage;
  readonly events: readonly ReadEvent[];
  readonly heartbeats: () => number;
  readonly isOver: () => boolean;
  /** Waits for an event. */
  event(index: number): Promise<ReadEvent>;
  /** Waits until the service ends the stream. */
  ended(): Promise<void>;
  /** Disconnects. */
  close(): void;
}

export async function readEvents(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<EventReader> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers, agent: false }, resolve).on('error', reject);
  });
  const events: ReadEvent[] = [];
  let rest = '';
  let heartbeats = 0;
  let isOver = false;
  response.setEncoding('utf8');
  response.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => {
          const at = line.indexOf(':');
          return [line.slice(0, at), line.slice(at + 1).trim()];
        }),
      );
      if (fields.has('')) heartbeats++;
      const [name, id, data] = ['event', 'id', 'data'].map((field) => fields.get(field));
      if (name !== undefined && id !== undefined && data !== undefined) {
        events.push({ name, id, data: JSON.parse(data) as ReadEvent['data'] });
      }
    }
  });
  // A connection that breaks is closed too.
  response.on('error', () => undefined);
  response.on('close', () => (isOver = true));
  return {
    response,
    events,
    heartbeats: () => heartbeats,
    isOver: () => isOver,
    async event(index) {
      await eventually(`event ${index}`, () => events.length > index, 30_000);
      const event = events[index];
      if (!event) throw new Error('no event');
      return event;
    },
    ended: () => eventually('the end of the stream', () => isOver, 30_000),
    close: () => response.destroy(),
  };
}
