import type { Service } from '#server/test/harness.ts';
import type { Window } from './open-dashboard.ts';

/** What the suites of one file share, since a browser and a sign-in take their time: set before they begin. */
export interface Desk {
  service: Service;
  ada: Window;
}

/** One with a second person beside. */
export interface DeskOfTwo extends Desk {
  ben: Window;
}
