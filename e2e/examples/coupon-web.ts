import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, ROOT } from '#server/test/harness.ts';

export const EXAMPLE = join(ROOT, 'examples/coupon-web');

/** Starts the program of the example. It is stopped after the tests. */
export function startCouponWeb(
  ...args: string[]
): ChildProcess & { stdout: object; stderr: object } {
  const child = spawn(process.execPath, [join(EXAMPLE, 'start.js'), ...args], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  afterAll(() => child.kill('SIGKILL'));
  return child;
}
