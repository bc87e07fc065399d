import type { Service } from '#server/test/harness.ts';
import type { Window } from './open-dashboard.ts';

/**
 * What the suites of one file share, because opening a browser and signing in is slow. It is set
 * before they start.
 */
export interface Fixture {
  service: Service;
  ada: Window;
}

/** The same with a second signed-in user. */
export interface TwoUserFixture extends Fixture {
  ben: Window;
}
