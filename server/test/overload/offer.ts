import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll } from '../harness.ts';
import type { Offer, Result } from './offer-process.ts';

const PROGRAM = fileURLToPath(new URL('./offer-process.js', import.meta.url));

/** Requests that are being sent by a process of their own. */
export interface Offered {
  /** Resolves after the last request was sent. */
  readonly over: Promise<void>;
  /** By the name of the stream, when all responses have arrived. */
  readonly results: Promise<Readonly<Record<string, Result>>>;
}

export function offer(what: Offer): Offered {
  const child = fork(PROGRAM, { execArgv: [] });
  afterAll(() => child.kill('SIGKILL'));
  const over = new Promise<void>((resolve) => child.once('message', () => resolve()));
  const results = new Promise<Readonly<Record<string, Result>>>((resolve, reject) => {
    child.on('message', (message) => {
      if (message === 'over') return;
      resolve(message as Record<string, Result>);
      child.disconnect();
    });
    child.once('exit', (code) => reject(new Error(`the offering process ended with ${code}`)));
  });
  child.send(what);
  return { over, results };
}
