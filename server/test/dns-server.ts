import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4, isIPv6 } from 'node:net';
import { afterAll } from './leftovers.ts';

const A = 1;
const TXT = 16;
const AAAA = 28;
const NAME_ERROR = 3;

/** A DNS server on UDP. */
export interface DnsServer {
  /** For `DNS_SERVERS`. */
  readonly address: string;
  /** The texts of a name. A text over 255 bytes is sent in several parts, as DNS requires. */
  readonly records: Map<string, readonly string[]>;
  /** The addresses of a name, of both families. */
  readonly addresses: Map<string, readonly string[]>;
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
  const addresses = new Map<string, readonly string[]>();
  const asked: string[] = [];
  const state = { isSilent: false, beforeResponse: async (): Promise<unknown> => undefined };
  const answer = async (query: Buffer, { port, address }: RemoteInfo): Promise<void> => {
    const { name, type, end } = questionOf(query);
    asked.push(name);
    await state.beforeResponse();
    if (state.isSilent) return;
    const isKnown = records.has(name) || addresses.has(name);
    const data = dataOf(type, records.get(name) ?? [], addresses.get(name) ?? []);
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    // The flags of a response: authoritative, recursion desired and available.
    header.writeUInt16BE(0x8580 | (isKnown ? 0 : NAME_ERROR), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(data.length, 6);
    const answers = data.map((one) => answerOf(type, one));
    socket.send(Buffer.concat([header, query.subarray(12, end), ...answers]), port, address);
  };
  socket.on('message', (query, from) => void answer(query, from));
  socket.bind(0, '127.0.0.1');
  afterAll(() => socket.close());
  await once(socket, 'listening');
  const address = `127.0.0.1:${socket.address().port}`;
  return Object.assign(state, { address, records, addresses, asked });
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** The data of the records of a type. */
function dataOf(type: number, texts: readonly string[], addresses: readonly string[]): Buffer[] {
  if (type === TXT) return texts.map(textData);
  return addresses.flatMap((address) => {
    if (type === A && isIPv4(address)) return [Buffer.from(address.split('.').map(Number))];
    return type === AAAA && isIPv6(address) ? [addressData(address)] : [];
  });
}

function addressData(address: string): Buffer {
  // The URL parser writes an embedded IPv4 address as two groups.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string | undefined): string[] => (text ? text.split(':') : []);
  const zeros = 8 - groups(before).length - groups(after).length;
  const all = [...groups(before), ...Array<string>(zeros).fill('0'), ...groups(after)];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function textData(text: string): Buffer {
  const parts: Buffer[] = [];
  const bytes = Buffer.from(text);
  for (let at = 0; at === 0 || at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat(parts);
}

function answerOf(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  // A pointer to the name in the question.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
