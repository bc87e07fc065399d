import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { device } from './stand-ins/device.ts';

// Runs one example in a process of its own, on a platform that is made to look like the real one.

export interface Run {
  readonly file: string;
  readonly platform: 'node' | 'react-native' | 'web';
  /** Where the service really is. */
  readonly service: string;
  /** The url that the app is started with, and the one that comes while it runs. */
  readonly launchUrl: string;
  readonly laterUrl: string;
}

/** What an example printed, and on which line of its compiled text. */
export interface Printed {
  readonly line: number;
  readonly text: string;
}

const DOCUMENTED = 'https://go.shop.example';

async function run({ file, platform, service, launchUrl, laterUrl }: Run): Promise<void> {
  const { fetch: send } = globalThis;
  Object.assign(globalThis, {
    fetch: (url: string, request: RequestInit) => send(url.replace(DOCUMENTED, service), request),
  });
  Object.assign(console, {
    logAt: (line: number, ...values: unknown[]) =>
      process.send?.({ line, text: format(...values) } satisfies Printed),
  });
  device().launchUrl = launchUrl;
  const announce = PLATFORMS[platform](launchUrl);
  const example = (await import(pathToFileURL(file).href)) as { startLinks?(): Promise<void> };
  await example.startLinks?.();
  announce(laterUrl);
}

/** Makes a platform of this process; returns how it tells the app of a url that comes later. */
const PLATFORMS: Record<Run['platform'], (launchUrl: string) => (url: string) => void> = {
  node: () => () => undefined,

  'react-native'() {
    Reflect.deleteProperty(globalThis, 'crypto');
    return tellDevice;
  },

  web(launchUrl) {
    const items = new Map<string, string>();
    const events = new EventTarget();
    const location = { href: launchUrl };
    Object.assign(globalThis, {
      location,
      localStorage: {
        getItem: (key: string) => items.get(key) ?? null,
        setItem: (key: string, value: string) => void items.set(key, value),
        removeItem: (key: string) => void items.delete(key),
      },
      addEventListener: (type: string, listener: () => void) =>
        events.addEventListener(type, listener),
    });
    return (url) => {
      location.href = url;
      events.dispatchEvent(new Event('popstate'));
      tellDevice(url);
    };
  },
};

function tellDevice(url: string): void {
  for (const listener of device().listeners) listener(url);
}

await run(JSON.parse(process.argv[2] ?? '') as Run);
