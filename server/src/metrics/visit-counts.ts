import { indexesOf, KINDS, OUTCOMES, type Kind, type Outcome } from '../domain/click/click.ts';
import { DEVICES, type Device } from '../platform/rules.ts';

/** The most apps with counts of their own; the visits of all others count as those of `other`. */
export const MAX_APPS = 500;
const OTHER = 'other';
const MAX_STATUS = 600;

/** Visits of links that exist, with equal labels. */
export interface VisitCount {
  readonly app: string;
  readonly outcome: Outcome;
  readonly platform: Device;
  readonly kind: Kind;
  readonly count: number;
}

const OUTCOME_INDEXES = indexesOf(OUTCOMES);
const DEVICE_INDEXES = indexesOf(DEVICES);
const KIND_INDEXES = indexesOf(KINDS);
const COMBINATIONS = OUTCOMES.length * DEVICES.length * KINDS.length;

/** Counts visits since the start of the process. It runs for every visit: it increments numbers in arrays. */
export class VisitCounts {
  /** Visits whose answer was cached, and those that needed the database. */
  cached = 0;
  uncached = 0;
  readonly #byApp = new Map<string, Float64Array>();
  readonly #byStatus = new Float64Array(MAX_STATUS);

  /** A visit of a link that exists. */
  count(app: string, outcome: Outcome, device: Device, kind: Kind): void {
    const counts = this.#byApp.get(app) ?? this.#add(app);
    const index =
      (OUTCOME_INDEXES[outcome] * DEVICES.length + DEVICE_INDEXES[device]) * KINDS.length +
      KIND_INDEXES[kind];
    counts[index] = (counts[index] ?? 0) + 1;
  }

  /** Any response to a visit, also to one of an unknown code. */
  answered(status: number): void {
    this.#byStatus[status] = (this.#byStatus[status] ?? 0) + 1;
  }

  #add(app: string): Float64Array {
    const name = this.#byApp.size < MAX_APPS ? app : OTHER;
    let counts = this.#byApp.get(name);
    if (!counts) this.#byApp.set(name, (counts = new Float64Array(COMBINATIONS)));
    return counts;
  }

  *visits(): Generator<VisitCount, void, void> {
    for (const [app, counts] of this.#byApp) {
      let index = 0;
      for (const outcome of OUTCOMES) {
        for (const platform of DEVICES) {
          for (const kind of KINDS) {
            const count = counts[index++] ?? 0;
            if (count > 0) yield { app, outcome, platform, kind, count };
          }
        }
      }
    }
  }

  *responses(): Generator<{ readonly status: number; readonly count: number }, void, void> {
    for (const [status, count] of this.#byStatus.entries()) {
      if (count > 0) yield { status, count };
    }
  }
}
