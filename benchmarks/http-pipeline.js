import { connect } from 'node:net';

/**
 * Sends many requests over a few connections, pipelined, and passes every response to `answer` as it was
 * received. For filling and checking, not for measuring: it supports only responses with a Content-Length. An
 * error thrown by `answer` ends it.
 * @param {object} given
 * @param {number} given.port
 * @param {number} given.count
 * @param {(index: number) => string} given.request
 * @param {(index: number, head: string, body: string) => void} given.answer
 * @param {number} [given.connections]
 * @param {number} [given.ahead]
 */
export async function askAll({ port, count, request, answer, connections = 8, ahead = 16 }) {
  let next = 0;
  const overOneConnection = () =>
    /** @type {Promise<void>} */
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      const waiting = [];
      let rest = Buffer.alloc(0);
      const send = () => {
        let text = '';
        while (waiting.length < ahead && next < count) {
          waiting.push(next);
          text += request(next++);
        }
        if (text !== '') socket.write(text);
        else if (waiting.length === 0) socket.end();
      };
      socket.setNoDelay(true).on('connect', send).on('error', reject);
      socket.on('close', () =>
        waiting.length === 0 ? resolve() : reject(new Error('the server hung up')),
      );
      socket.on('data', (chunk) => {
        try {
          const answers = split(rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk);
          for (const { head, body } of answers.whole) answer(waiting.shift(), head, body);
          rest = answers.rest;
          send();
        } catch (error) {
          reject(error);
          socket.destroy();
        }
      });
    });
  await Promise.all(Array.from({ length: Math.min(connections, count) }, overOneConnection));
}

/** Sends one request and returns its response. */
export async function ask(port, request) {
  let answered = { head: '', body: '' };
  const answer = (_index, head, body) => (answered = { head, body });
  await askAll({ port, count: 1, request: () => request, answer });
  return answered;
}

/** Parses the head of a response: its status and its headers, in order. */
export function readHead(head) {
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { status: Number(first.split(' ')[1]), headers };
}

/** Splits the received bytes into complete responses. */
export function split(bytes) {
  const whole = [];
  let at = 0;
  for (;;) {
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end === -1) break;
    const head = bytes.toString('latin1', at, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`an answer without a length:\n${head}`);
    const stop = end + 4 + Number(length);
    if (stop > bytes.length) break;
    whole.push({ head, body: bytes.toString('utf8', end + 4, stop) });
    at = stop;
  }
  return { whole, rest: bytes.subarray(at) };
}
