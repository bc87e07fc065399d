import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll } from './leftovers.ts';

const TXT = 16;
const NAME_ERROR = 3;

/** A DNS server on UDP with TXT records. */
export interface DnsServer {
  /** For `DNS_SERVERS`. */
  readonly address: string;
  /** The texts of a name. A text over 255 bytes is sent in several parts, as DNS requires. */
  readonly records: Map<string, readonly string[]>;
  /** The names of the queries, in order. */
  readonly asked: string[];
  /** Does not respond if true. */
  isSilent: boolean;
  /** Runs before each response. */
  beforeResponse: () => Promise<unknown>;
}

export async function startDns(): Promise<DnsServer> {
  const socket: Socket = createSocket('udp4');
  const records = new Map<string, readonly string[]>();
  const asked: string[] = [];
  const state = { isSilent: false, beforeResponse: async (): Promise<unknown> => undefined };
  const answer = async (query: Buffer, { port, address }: RemoteInfo): Promise<void> => {
    const { name, end } = questionOf(query);
    asked.push(name);
    await state.beforeResponse();
    if (state.isSilent) return;
    const texts = records.get(name);
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    // The flags of a response: authoritative, recursion desired and available.
    header.writeUInt16BE(0x8580 | (texts === undefined ? NAME_ERROR : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(texts?.length ?? 0, 6);
    const answers = (texts ?? []).map(answerOf);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...answers]), port, address);
  };
  socket.on('message', (query, from) => void answer(query, from));
  socket.bind(0, '127.0.0.1');
  afterAll(() => socket.close());
  await once(socket, 'listening');
  return Object.assign(state, { address: `127.0.0.1:${socket.address().port}`, records, asked });
}

function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

function answerOf(text: string): Buffer {
  const parts: Buffer[] = [];
  const bytes = Buffer.from(text);
  for (let at = 0; at === 0 || at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(12);
  // A pointer to the name in the question.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
