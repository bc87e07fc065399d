import { rawExchange } from '../fuzz/raw.ts';
import type { Got } from '../fuzz/client.ts';
import { AGENTS, type Visitor } from './agents.ts';

export interface Visit {
  readonly code: string;
  readonly as: Visitor;
}

/** The number of pipelined requests on one connection. */
const PIPELINE_SIZE = 100;

/** Sends visits, many on one connection; returns the responses in order. */
export async function visitAll(url: string, visits: readonly Visit[]): Promise<Got[]> {
  const answers: Got[] = [];
  for (let start = 0; start < visits.length; start += PIPELINE_SIZE) {
    const some = visits.slice(start, start + PIPELINE_SIZE);
    const requests = some.map(({ code, as }, index) =>
      requestOf(code, as, index === some.length - 1),
    );
    const got = await rawExchange(url, requests.join(''));
    if (got.length !== some.length)
      throw new Error(`${got.length} answers to ${some.length} visits`);
    answers.push(...got);
  }
  return answers;
}

export function requestOf(code: string, as: Visitor, last: boolean, method = 'GET'): string {
  const close = last ? 'Connection: close\r\n' : '';
  return `${method} /${code} HTTP/1.1\r\nHost: x\r\nUser-Agent: ${AGENTS[as]}\r\n${close}\r\n`;
}
