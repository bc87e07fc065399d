import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { device } from './stubs/device.ts';

// Runs one example in a separate process that simulates its platform.

export interface Run {
  readonly file: string;
  readonly platform: 'node' | 'react-native' | 'web';
  /** The address of the service under test. */
  readonly service: string;
  /** The url that starts the app, and a url that it receives while it runs. */
  readonly launchUrl: string;
  readonly laterUrl: string;
}

/** What an example printed, and the line of the compiled code that printed it. */
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
  const deliver = PLATFORMS[platform](launchUrl);
  const example = (await import(pathToFileURL(file).href)) as { startLinks?(): Promise<void> };
  await example.startLinks?.();
  deliver(laterUrl);
}

/**
 * Simulates a platform in this process; returns a function that delivers a later url to the app.
 */
const PLATFORMS: Record<Run['platform'], (launchUrl: string) => (url: string) => void> = {
  node: () => () => undefined,

  'react-native'() {
    Reflect.deleteProperty(globalThis, 'crypto');
    return notifyDevice;
  },

  web(launchUrl) {
    const items = new Map<string, string>();
    const events = new EventTarget();
    const location = {
      href: launchUrl,
      get pathname() {
        return new URL(this.href).pathname;
      },
      get search() {
        return new URL(this.href).search;
      },
    };
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
      // Browsers fire the same event for a link to a place in the page.
      for (const href of [`${location.href}#reviews`, url]) {
        location.href = href;
        events.dispatchEvent(new Event('popstate'));
      }
      notifyDevice(url);
    };
  },
};

function notifyDevice(url: string): void {
  for (const listener of device().listeners) listener(url);
}

await run(JSON.parse(process.argv[2] ?? '') as Run);
