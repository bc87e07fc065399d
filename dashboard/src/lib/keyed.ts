/** Gives each entry of a list a key: `textOf`, with its number among the entries that have the same text. */
export function keyed<T>(
  entries: readonly T[],
  textOf: (entry: T) => string,
): readonly { readonly key: string; readonly entry: T }[] {
  const counts = new Map<string, number>();
  return entries.map((entry) => {
    const text = textOf(entry);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return { key: `${text} ${count}`, entry };
  });
}
