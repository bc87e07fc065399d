interface Day<T> {
  /** Midnight at its start in the local time zone; milliseconds since 1970-01-01 UTC. */
  readonly begin: number;
  readonly entries: readonly T[];
}

/** Entries in their order, grouped by day. */
export function byDay<T extends { readonly at: string }>(entries: readonly T[]): Day<T>[] {
  const days: { begin: number; entries: T[] }[] = [];
  for (const entry of entries) {
    const begin = new Date(entry.at).setHours(0, 0, 0, 0);
    const last = days.at(-1);
    if (last?.begin === begin) last.entries.push(entry);
    else days.push({ begin, entries: [entry] });
  }
  return days;
}
