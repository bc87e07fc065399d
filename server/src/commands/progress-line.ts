import type { Terminal } from './report.ts';

/** A line that is updated in place on a terminal; prints nothing elsewhere. */
export function progressLine({ stderr }: Terminal) {
  return {
    show: (done: number, expected: number): void => {
      if (!stderr.isTTY || expected === 0) return;
      const share = Math.min(1, done / expected);
      const bar = '█'.repeat(Math.round(share * 30)).padEnd(30, '░');
      stderr.write(`\r${bar} ${Math.round(share * 100)} %`);
    },
    end: (): void => {
      if (stderr.isTTY) stderr.write('\r\u001b[K');
    },
  };
}
