/** Signals after which a command stops in order. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let received: NodeJS.Signals | undefined;

/** The signal that has stopped a command of this process. The process must end by it. */
export function receivedStopSignal(): NodeJS.Signals | undefined {
  return received;
}

/** Until `release` is called, the first of these signals aborts `signal`; another one ends the process at once. */
export function stopSignals(): { readonly signal: AbortSignal; release(): void } {
  const stop = new AbortController();
  const release = (): void => {
    for (const name of STOP_SIGNALS) process.off(name, interrupt);
  };
  const interrupt = (name: NodeJS.Signals): void => {
    release();
    received = name;
    stop.abort(new Error(`stopped by ${name}`));
  };
  for (const name of STOP_SIGNALS) process.on(name, interrupt);
  return { signal: stop.signal, release };
}
