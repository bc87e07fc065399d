const DAY_MS = 86_400_000;

/**
 * A clock that goes on from noon of today in UTC, for tests that count visitors or days, whenever they run: at midnight,
 * a visitor counts again.
 */
export function noonClock(): () => number {
  const start = Date.now();
  const noon = Math.floor(start / DAY_MS) * DAY_MS + DAY_MS / 2;
  return () => noon + (Date.now() - start);
}
