import type { BrowserContext, Page } from 'playwright-core';

/** The elements and addresses of a page. */
export interface PageStructure {
  /** Each element with the names of its attributes. */
  readonly outline: string;
  /** Every attribute value that is an absolute address. */
  readonly addresses: readonly string[];
}

/** A tab that records what a page must never do. */
export interface Tab {
  readonly page: Page;
  structure(): Promise<PageStructure>;
  /** Dialogs, violations of the page's content security policy, and requests to other origins. */
  readonly incidents: readonly string[];
}

/** Runs in every page and frame before any other script. */
const WATCH = `
  for (const name of ['alert', 'confirm', 'prompt']) window[name] = () => notice('ran ' + name);
  addEventListener('securitypolicyviolation', (event) =>
    notice('was stopped by ' + event.effectiveDirective));
`;

const READ_STRUCTURE = `(() => {
  const elements = [...document.querySelectorAll('*')];
  // Names such as "og:title" and visible texts parse as addresses but are not.
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
    if (!request.url().startsWith(`${origin}/`)) incidents.push(`requested ${request.url()}`);
  });
  return { page, incidents, structure: () => page.evaluate(READ_STRUCTURE) };
}
