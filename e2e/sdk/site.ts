import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request as sendRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type * as Sdk from '@smartlink/client';
import type { SmartlinkStorage } from '@smartlink/client';
import { afterAll, ROOT } from '#server/test/harness.ts';
import { PATIENCE_MS } from '../browser/open-browser.ts';

/** A web site with one empty page that loads the published build of the SDK. */
export interface Site {
  readonly origin: string;
  /** Forwards requests whose path starts with one of `paths` to another server. */
  pass(server: string, ...paths: string[]): void;
}

const PAGE = `<!doctype html><title>Shop</title><link rel="icon" href="data:,">
<script type="module">
  import * as sdk from '/smartlink.js';
  window.sdk = sdk;
</script>`;

export async function startSite(): Promise<Site> {
  const bundle = readFileSync(join(ROOT, 'client/dist/index.js'));
  const passed: { readonly server: string; readonly path: string }[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const other = passed.find((one) => path.startsWith(one.path));
    if (other) {
      const { method, headers } = request;
      const outgoing = sendRequest(other.server + path, { method, headers, agent: false });
      outgoing.on('error', () => response.destroy());
      outgoing.on('response', (incoming) => {
        response.writeHead(incoming.statusCode ?? 502, incoming.headers);
        incoming.pipe(response);
      });
      request.pipe(outgoing);
    } else if (path === '/smartlink.js') send(response, 'text/javascript', bundle);
    else send(response, 'text/html; charset=utf-8', PAGE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pass: (to, ...paths) => void passed.push(...paths.map((path) => ({ server: to, path }))),
  };
}

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(body);
}

/** The properties of the page's window that the tests use. */
export interface Window {
  readonly sdk: typeof Sdk;
  readonly localStorage: SmartlinkStorage & { readonly length: number; clear(): void };
  readonly location: { readonly href: string };
}

/** The properties of an error, as JSON that can leave the page. */
export interface ErrorFacts {
  readonly name: string;
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly retryAfterSeconds?: number;
  readonly redemptions?: number;
  readonly redeemLimit?: number;
}

export type Outcome<T> =
  | { readonly value: T; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: ErrorFacts };

/** A tab that shows the site, the origins that it contacted and the errors that it logged. */
export interface Tab {
  readonly page: Page;
  /** Runs a function in the page. The function can use only its arguments. */
  run<T, Input>(work: (window: Window, input: Input) => T | Promise<T>, input: Input): Promise<T>;
  /** The same, but returns errors of the SDK instead of throwing them. */
  attempt<T, Input>(
    work: (window: Window, input: Input) => Promise<T>,
    input: Input,
  ): Promise<Outcome<T>>;
  readonly origins: ReadonlySet<string>;
  /**
   * Console errors, except those that a browser logs for each response with a status of 400 or
   * higher.
   */
  readonly complaints: readonly string[];
}

export async function openTab(context: BrowserContext, origin: string): Promise<Tab> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const origins = new Set<string>();
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) origins.add(new URL(request.url()).origin);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !/the server responded with a status of \d+/.test(text))
      complaints.push(text);
  });
  await page.goto(origin);
  await page.waitForFunction('window.sdk');
  const run: Tab['run'] = (work, input) =>
    page.evaluate(`(${String(work)})(window, ${JSON.stringify(input)})`);
  return {
    page,
    origins,
    complaints,
    run,
    attempt: (work, input) =>
      page.evaluate(
        `(${String(work)})(window, ${JSON.stringify(input)}).then((value) => ({ value }), ${String(facts)})`,
      ),
  };
}

/** Runs in the page. Throws errors that do not come from the SDK. */
function facts(error: ErrorFacts & Error): { readonly error: ErrorFacts } {
  // oxlint-disable-next-line typescript/no-explicit-any -- the window of the page
  const { sdk } = globalThis as any as Window;
  const Kind = sdk.ERRORS[error.code as keyof typeof sdk.ERRORS] ?? sdk.SmartlinkError;
  if (!sdk.isSmartlinkError(error) || !((error as unknown) instanceof Kind)) throw error as Error;
  const { name, code, status, detail } = error;
  const { retryAfterSeconds, redemptions, redeemLimit } = error as ErrorFacts;
  return JSON.parse(
    JSON.stringify({
      error: { name, code, status, detail, retryAfterSeconds, redemptions, redeemLimit },
    }),
  ) as { error: ErrorFacts };
}
