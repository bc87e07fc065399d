import type { IncomingMessage } from 'node:http';
import { truncatedNetwork } from '../domain/click/network.ts';
import { LineWriter } from '../line-writer.ts';
import type { Callers } from './caller.ts';
import type { RequestObserver } from './observed-requests.ts';

const STANDARD_OUTPUT = 1;

export function accessLineWriter(): LineWriter {
  return new LineWriter(STANDARD_OUTPUT, {
    collectMs: 200,
    droppedLine: (lines) =>
      `${JSON.stringify({ time: new Date().toISOString(), type: 'access_dropped', lines })}\n`,
  });
}

/**
 * Writes one JSON line for each request. The code of a link is not part of it: with the time and the network, it could
 * show who opened a link that was made for one person.
 */
export function accessLog(
  lines: LineWriter,
  callers: Callers,
  traceIdOf: (request: IncomingMessage) => string | undefined,
): RequestObserver {
  return {
    ended: ({ id, request, outcome, route }, { status, milliseconds }) => {
      const line = {
        time: new Date().toISOString(),
        type: 'access',
        method: request.method,
        route,
        visit: outcome,
        status: status ?? null,
        ms: Math.round(milliseconds * 100) / 100,
        network: truncatedNetwork(callers.addressOf(request)),
        request_id: id,
        trace_id: traceIdOf(request),
      };
      lines.write(`${JSON.stringify(line)}\n`);
    },
  };
}
