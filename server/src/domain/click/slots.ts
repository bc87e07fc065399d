/** Clicks are counted by quarter-hours in UTC, which are parts of the hours of all time zones. */
export const SLOT_MS = 15 * 60_000;
export const DAY_MS = 86_400_000;
export const SLOTS_PER_DAY = DAY_MS / SLOT_MS;

/** The quarter-hour of a time, counted from 1970-01-01 UTC. `at`: milliseconds. */
export function slotOf(at: number): number {
  return Math.floor(at / SLOT_MS);
}

/** The start of a quarter-hour in milliseconds. */
export function slotStart(slot: number): number {
  return slot * SLOT_MS;
}

/** The day in UTC, counted from 1970-01-01. `at`: milliseconds. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}
