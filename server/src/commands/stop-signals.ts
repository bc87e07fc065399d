/** Signals after which a command stops in order; the second one ends it at once. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Until `release` is called, the first of these signals aborts `signal`. */
export function stopSignals(): { readonly signal: AbortSignal; release(): void } {
  const stop = new AbortController();
  const interrupt = (name: NodeJS.Signals): void => stop.abort(new Error(`stopped by ${name}`));
  for (const name of STOP_SIGNALS) process.once(name, interrupt);
  return {
    signal: stop.signal,
    release: () => {
      for (const name of STOP_SIGNALS) process.off(name, interrupt);
    },
  };
}
