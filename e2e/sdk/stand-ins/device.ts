/** What the stand-ins of the platforms share: the device that an app runs on. */
export interface Device {
  /** The url that started the app; `null` when nothing did. */
  launchUrl: string | null;
  /** Told of each url that comes while the app runs. */
  readonly listeners: Set<(url: string) => void>;
}

const KEY = Symbol.for('smartlink.device');

/** One for all copies of this file: stand-ins are loaded as packages of their own. */
export function device(): Device {
  const shared = globalThis as unknown as Record<symbol, Device | undefined>;
  return (shared[KEY] ??= { launchUrl: null, listeners: new Set() });
}

/** What listening to a url gives back. */
export interface Subscription {
  remove(): void;
}

export function listen(listener: (event: { url: string }) => void): Subscription {
  const { listeners } = device();
  const told = (url: string): void => listener({ url });
  listeners.add(told);
  return { remove: () => void listeners.delete(told) };
}
