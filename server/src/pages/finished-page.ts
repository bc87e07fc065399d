import type { HtmlPage } from './layout.ts';

/** A response that is ready to be sent, any number of times. */
export interface FinishedPage {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: string[];
  /** UTF-8 */
  readonly body: Buffer;
}

export function finishedPage(status: number, { html, headers }: HtmlPage): FinishedPage {
  const body = Buffer.from(html);
  return {
    status,
    headers: [...Object.entries(headers).flat(), 'content-length', String(body.length)],
    body,
  };
}
