/** The entry of a name that may be unknown, such as one that a newer service sends. */
export function known<Entry>(
  entries: Readonly<Record<string, Entry>>,
  name: string,
): Entry | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}
