/** The listeners of a value that is kept outside React; `subscribe` fits `useSyncExternalStore`. */
export function listeners() {
  const all = new Set<() => void>();
  return {
    subscribe: (listener: () => void): (() => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    notify: (): void => all.forEach((listener) => listener()),
  };
}
