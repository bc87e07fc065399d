import type { IncomingMessage, ServerResponse } from 'node:http';
import type { VisitApp } from '../domain/app/visit-app.ts';
import { pickLanguage } from '../pages/language.ts';
import type { HtmlPage } from '../pages/layout.ts';
import type { View } from '../pages/view.ts';

/** The view of a page for this visitor: their language, and the appearance of the app. */
export function viewOf({ headers }: IncomingMessage, app: VisitApp | undefined): View {
  const language = pickLanguage(headers['accept-language']);
  return { language, appearance: app?.settings ?? {} };
}

export function sendPage(
  response: ServerResponse,
  status: number,
  { html, headers: own }: HtmlPage,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    ...own,
    ...headers,
    'content-length': String(Buffer.byteLength(html)),
  });
  // Node.js omits the body in responses to HEAD.
  response.end(html);
}
