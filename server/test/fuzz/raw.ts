import { connect } from 'node:net';
import { loadFactor } from '../processes.ts';
import type { Got } from './client.ts';

export interface RawOptions {
  /** The number of responses to wait for; otherwise until the other side closes the connection. */
  readonly answers?: number;
  /** Closes our half after sending, or resets the connection. */
  readonly close?: 'end' | 'destroy';
  /** The pause between pieces, in milliseconds. */
  readonly pauseMs?: number;
}

/** Sends bytes that need not be HTTP; returns the complete responses. */
export async function rawExchange(
  url: string,
  pieces: string | readonly string[],
  { answers = Infinity, close, pauseMs = 0 }: RawOptions = {},
): Promise<Got[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  const got = new Promise<Got[]>((resolve, reject) => {
    const ms = 10_000 * loadFactor();
    const limit = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no end within ${ms} ms; so far: ${JSON.stringify(received)}`));
    }, ms);
    const done = (): void => {
      clearTimeout(limit);
      socket.destroy();
      resolve(readAnswers(received));
    };
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (readAnswers(received).length >= answers) done();
    });
    socket.once('close', done);
    // A reset also closes the connection.
    socket.on('error', done);
  });
  for (const piece of typeof pieces === 'string' ? [pieces] : pieces) {
    if (socket.destroyed) break;
    await new Promise<void>((resolve) => void socket.write(piece, 'latin1', () => resolve()));
    if (pauseMs > 0) await new Promise((resolve) => void setTimeout(resolve, pauseMs));
  }
  if (close === 'end') socket.end();
  if (close === 'destroy') socket.destroy();
  return got;
}

/** Returns the complete responses, without `100 Continue`. */
function readAnswers(bytes: string): Got[] {
  const found: Got[] = [];
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return found;
    const [line = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1]);
    const headers = Object.fromEntries(
      lines.map((header) => {
        const colon = header.indexOf(':');
        return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()];
      }),
    );
    rest = rest.slice(end + 4);
    if (status === 100) continue;
    const chunked = headers['transfer-encoding'] === 'chunked';
    const length = chunked ? chunkedLength(rest) : Number(headers['content-length'] ?? 0);
    if (length === -1 || rest.length < length) return found;
    const text = Buffer.from(rest.slice(0, length), 'latin1').toString();
    rest = rest.slice(length);
    found.push({
      status,
      headers,
      text: chunked ? text.replace(/^\w+\r\n|\r\n\w+\r\n/g, '') : text,
    });
  }
}

/** Returns the end of a chunked body; -1 if it is incomplete. */
function chunkedLength(rest: string): number {
  if (rest.startsWith('0\r\n\r\n')) return 5;
  const end = rest.indexOf('\r\n0\r\n\r\n');
  return end === -1 ? -1 : end + 7;
}
