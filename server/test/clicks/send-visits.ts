import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const PIPELINED = 50;

/** A visit: the path of a link, and the address of the visitor for a trusted proxy. */
export interface SentVisit {
  readonly path: string;
  readonly from: string;
  /** Is called if the response is a redirect. Visits can be refused while the service is overloaded. */
  readonly answered?: () => void;
}

/** Counts the visits that were sent, and those that were answered by a redirect. */
export class VisitCount {
  sent = 0;
  answered = 0;
}

/**
 * Sends visits over one connection, several at a time, until `next` returns undefined or the connection ends. Waits for
 * `pauseMs` between them, if that is not 0.
 */
export async function sendVisits(
  url: string,
  next: () => SentVisit | undefined,
  count = new VisitCount(),
  pauseMs = 0,
): Promise<VisitCount> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  // The connection breaks if the service is killed.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect');
    // It can also break during a pause.
    while (!socket.destroyed && (await sendSome(socket, next, count))) {
      if (pauseMs > 0) await sleep(pauseMs);
    }
  } catch {
    return count;
  } finally {
    socket.destroy();
  }
  return count;
}

/** Returns whether there may be more. */
async function sendSome(
  socket: Socket,
  next: () => SentVisit | undefined,
  count: VisitCount,
): Promise<boolean> {
  const visits: SentVisit[] = [];
  while (visits.length < PIPELINED) {
    const visit = next();
    if (!visit) break;
    visits.push(visit);
  }
  if (visits.length === 0) return false;
  count.sent += visits.length;
  const answered = answers(socket, visits, count);
  const requests = visits.map(
    ({ path, from }) =>
      `GET ${path} HTTP/1.1\r\nHost: x\r\nUser-Agent: ${BROWSER}\r\nX-Forwarded-For: ${from}\r\n\r\n`,
  );
  socket.write(requests.join(''));
  await answered;
  return visits.length === PIPELINED;
}

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Waits for the response to each visit. Responses arrive in the order of the requests. */
function answers(socket: Socket, visits: readonly SentVisit[], count: VisitCount): Promise<void> {
  return new Promise((resolve, reject) => {
    let read = 0;
    let rest = '';
    const end = (settle: () => void): void => {
      socket.off('data', parse);
      socket.off('close', closed);
      settle();
    };
    const closed = (): void => end(() => reject(new Error('the connection ended')));
    const parse = (chunk: Buffer): void => {
      const text = rest + chunk.toString('latin1');
      let from = 0;
      for (const found of text.matchAll(STATUS)) {
        from = found.index + found[0].length;
        const visit = visits[read++];
        if (found[1] !== '302' || !visit) continue;
        count.answered++;
        visit.answered?.();
      }
      rest = text.slice(Math.max(from, text.length - STATUS_LENGTH + 1));
      if (read === visits.length) end(resolve);
    };
    socket.on('data', parse);
    socket.on('close', closed);
  });
}

const STATUS = /HTTP\/1\.1 (\d\d\d)/g;
const STATUS_LENGTH = 'HTTP/1.1 302'.length;
