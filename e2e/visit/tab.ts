import type { BrowserContext, Page } from 'playwright-core';

/** What a page in a browser is made of. */
export interface Look {
  /** Each element with the names of its attributes. */
  readonly outline: string;
  /** Everything in an attribute that is an absolute address. */
  readonly addresses: readonly string[];
}

/** A tab that notices what a page must never do. */
export interface Tab {
  readonly page: Page;
  look(): Promise<Look>;
  /** Dialogs, what the page's policy stopped, and requests to others than `origin`. */
  readonly incidents: readonly string[];
}

/** Runs in every page and frame before anything else. */
const WATCH = `
  for (const name of ['alert', 'confirm', 'prompt']) window[name] = () => notice('ran ' + name);
  addEventListener('securitypolicyviolation', (event) =>
    notice('was stopped by ' + event.effectiveDirective));
`;

const LOOK = `(() => {
  const elements = [...document.querySelectorAll('*')];
  // Names such as "og:title", and what is only shown, are no addresses.
  const isWord = (element, { name }) => element.localName === 'meta' &&
    (name !== 'content' || /title|description|site_name/.test(element.outerHTML.split('content')[0]));
  const values = elements.flatMap((element) =>
    [...element.attributes].filter((one) => !isWord(element, one)).map(({ value }) => value));
  return {
    outline: elements
      .map((element) => [element.localName, ...element.getAttributeNames().sort()].join(' '))
      .join(', '),
    addresses: values.filter((text) => URL.canParse(text)),
  };
})()`;

export async function openTab(context: BrowserContext, origin: string): Promise<Tab> {
  const incidents: string[] = [];
  const page = await context.newPage();
  await page.exposeFunction('notice', (what: string) => void incidents.push(what));
  await page.addInitScript(WATCH);
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) incidents.push(`asked for ${request.url()}`);
  });
  return { page, incidents, look: () => page.evaluate(LOOK) };
}
