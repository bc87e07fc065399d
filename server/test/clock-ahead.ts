/** Runs `work` while the clock of this process is ahead by `ms`, but not those of databases. */
export async function whileClockIsAhead<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const { now } = Date;
  Date.now = () => now() + ms;
  try {
    return await work();
  } finally {
    Date.now = now;
  }
}
