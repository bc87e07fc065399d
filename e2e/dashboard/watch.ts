import type { BrowserContext, Page as Tab } from 'playwright-core';

/** Runs in every page and frame before any other script. */
const WATCH = `
  for (const name of ['alert', 'confirm', 'prompt']) window[name] = () => notice('ran ' + name);
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    notice('was stopped by ' + effectiveDirective + ' ' + blockedURI));
`;

/**
 * Finds what text must never become: elements and attributes that run code, ask for input, load
 * something or link to other origins. Runs in each frame.
 */
const SCAN = `((own, script) => {
  const found = [];
  const FOLLOWED = ['href', 'src', 'srcset', 'action', 'formaction', 'data', 'poster', 'background', 'ping', 'xlink:href'];
  const NEVER = 'object embed applet audio video marquee isindex frameset frame xss math x listing'.split(' ');
  for (const element of document.querySelectorAll('*')) {
    const { localName: name } = element;
    // Few elements are at fault, so only those are copied.
    const report = () => found.push(element.cloneNode(false).outerHTML?.slice(0, 200));
    if (NEVER.includes(name)) report();
    if (name === 'iframe' && element.getAttribute('sandbox') !== '') report();
    const ours = element.src?.startsWith?.(own + '/dashboard/_assets/') || (element.src === '' && element.text === script);
    if (name === 'script' && !ours) report();
    if (name === 'meta' && element.httpEquiv) report();
    if (name === 'base' && element.getAttribute('href') !== '/dashboard/') report();
    for (const attribute of element.getAttributeNames()) {
      if (/^on|^srcdoc$/i.test(attribute) && name !== 'iframe') report();
      if (!FOLLOWED.includes(attribute)) continue;
      const text = element.getAttribute(attribute);
      const address = URL.canParse(text, document.baseURI) ? new URL(text, document.baseURI) : undefined;
      const picture = name === 'img' && /^(?:data:image\\/|blob:)/.test(text);
      const inside = name === 'use' && text.startsWith('#');
      if (address?.origin !== own && !picture && !inside) report();
    }
  }
  return found;
})`;

export interface Watch {
  /** Dialogs, opened windows, and what the content security policy blocked. */
  readonly incidents: readonly string[];
  /**
   * Elements on the page that stored text must never create. The page's own inline script is
   * allowed.
   */
  scan(tab: Tab): Promise<string[]>;
}

/** Watches all pages that this context opens from now on. */
export async function watch(context: BrowserContext, origin: string): Promise<Watch> {
  const incidents: string[] = [];
  const page = await (await fetch(`${origin}/dashboard/`)).text();
  const ownScript = /<script>(.*?)<\/script>/s.exec(page)?.[1] ?? '';
  await context.exposeFunction('notice', (what: string) => void incidents.push(what));
  await context.addInitScript(WATCH);
  context.on('page', (opened) => incidents.push(`opened ${opened.url()}`));
  context.on('dialog', (dialog) => {
    // The dashboard asks before a user leaves unsaved changes.
    if (dialog.type() === 'beforeunload') return void dialog.accept();
    incidents.push(`asked ${dialog.message()}`);
    void dialog.dismiss();
  });
  return {
    incidents,
    scan: async (tab) => {
      const scan = `${SCAN}(...${JSON.stringify([origin, ownScript])})`;
      for (let retries = 5; ; retries--) {
        const found = await Promise.all(
          tab.frames().map((frame) =>
            frame.evaluate<string[]>(scan).catch((error: unknown) => {
              // The frame of a preview can be replaced at any time; the next one is then scanned.
              if (retries === 0 || frame === tab.mainFrame()) throw error;
              return undefined;
            }),
          ),
        );
        const scanned = found.filter((some) => some !== undefined);
        if (scanned.length === found.length) return scanned.flat();
      }
    },
  };
}
