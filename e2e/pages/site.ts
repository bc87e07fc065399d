import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page as Tab } from 'playwright-core';
import type { HtmlPage } from '#server/src/pages/layout.ts';
import { afterAll } from '#server/test/harness.ts';
import { PATIENCE_MS } from '../browser/open-browser.ts';

/** A server that serves pages as the service does, and collects reports about policy violations. */
export interface Site {
  readonly origin: string;
  /** Sets the page of a path. Without one, a path returns a page with the path as its title. */
  show(path: string, page: (request: IncomingMessage) => HtmlPage): string;
  /** The requested paths, and the reports about policy violations. */
  readonly requested: string[];
  readonly reports: string[];
}

export async function startSite(): Promise<Site> {
  const pages = new Map<string, (request: IncomingMessage) => HtmlPage>();
  const requested: string[] = [];
  const reports: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/report') {
      let report = '';
      request.on('data', (chunk: Buffer) => (report += chunk.toString()));
      request.on('end', () => reports.push(report));
      response.end();
      return;
    }
    // Browsers may request it at any time.
    if (path !== '/favicon.ico') requested.push(path);
    const made = pages.get(path)?.(request);
    const policy = `${made?.headers['content-security-policy']}; report-uri /report`;
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(made && { ...made.headers, 'content-security-policy': policy }),
    });
    response.end(made?.html ?? `<!doctype html><title>${encodeURI(path)}</title>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    show: (path, page) => {
      pages.set(path, page);
      return origin + path;
    },
    requested,
    reports,
  };
}

export interface Visitor {
  readonly tab: Tab;
  /**
   * Uncaught exceptions, console output, dialogs, and the addresses of requests to other origins.
   */
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;
}

/** Opens a new browser context without cookies or stored data. */
export async function newVisitor(
  browser: Browser,
  site: Site,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext(options);
  const tab = await context.newPage();
  tab.setDefaultTimeout(PATIENCE_MS);
  const complaints: string[] = [];
  tab.on('pageerror', ({ message }) => complaints.push(message));
  tab.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  tab.on('console', (entry) => {
    // No app is installed here, so a tap on an app link logs this message.
    if (!/Failed to launch/.test(entry.text())) complaints.push(entry.text());
  });
  tab.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== site.origin) complaints.push(request.url());
  });
  return { tab, complaints, close: () => context.close() };
}
