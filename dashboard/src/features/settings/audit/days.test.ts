import assert from 'node:assert/strict';
import { it } from 'node:test';
import { byDay } from './days.ts';

it('entries are grouped by local day', () => {
  const at = (...parts: [number, number, number, number, number]): { at: string } => ({
    at: new Date(...parts).toISOString(),
  });
  const [a, b, c] = [at(2026, 10, 21, 0, 1), at(2026, 10, 20, 23, 59), at(2026, 10, 20, 0, 0)];
  assert.deepEqual(byDay([a, b, c]), [
    { begin: new Date(2026, 10, 21).getTime(), entries: [a] },
    { begin: new Date(2026, 10, 20).getTime(), entries: [b, c] },
  ]);
  assert.deepEqual(byDay([]), []);
});
