import type { HtmlPage } from './layout.ts';

/** A response that is ready to be sent, any number of times. */
export interface FinishedPage {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: string[];
  /** The bytes of the UTF-8 text as characters: Node.js sends such a string together with the headers. */
  readonly body: string;
}

export function finishedPage(status: number, { html, headers }: HtmlPage): FinishedPage {
  const body = Buffer.from(html).toString('latin1');
  return {
    status,
    headers: [...Object.entries(headers).flat(), 'content-length', String(body.length)],
    body,
  };
}
