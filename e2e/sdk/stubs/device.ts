/** The device on which an app runs; shared by the stubs of the platforms. */
export interface Device {
  /** The url that started the app, or `null`. */
  launchUrl: string | null;
  /** Called with each url that the app receives while it runs. */
  readonly listeners: Set<(url: string) => void>;
}

const KEY = Symbol.for('smartlink.device');

/**
 * Each stub is a separate package with its own copy of this file, so the device is stored globally.
 */
export function device(): Device {
  const shared = globalThis as unknown as Record<symbol, Device | undefined>;
  return (shared[KEY] ??= { launchUrl: null, listeners: new Set() });
}

/** The result of adding a url listener. */
export interface Subscription {
  remove(): void;
}

export function listen(listener: (event: { url: string }) => void): Subscription {
  const { listeners } = device();
  const notify = (url: string): void => listener({ url });
  listeners.add(notify);
  return { remove: () => void listeners.delete(notify) };
}
