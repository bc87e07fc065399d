import type { Clicks } from '../../src/storage/clicks/clicks.ts';
import type { Service } from '../harness.ts';
import { eventually } from '../processes.ts';

/** The service does not wait longer than two seconds for its clicks; it waits less if they are stored and the store is open. */
const EARLY_MS = 1900;

/** Waits until the click store is open and has every click that was recorded before, however busy the machine is. */
export async function settled(clicks: Clicks | undefined): Promise<void> {
  if (!clicks) throw new Error('the service counts no clicks');
  await eventually(
    'all clicks are stored',
    async () => {
      const begin = performance.now();
      await clicks.settle();
      return clicks.stats().waiting === 0 && performance.now() - begin < EARLY_MS;
    },
    60_000,
  );
}

export function clicksSettled({ app }: Pick<Service, 'app'>): Promise<void> {
  return settled(app.ctx.clicks);
}
