import { html, type Html } from '../../pages/html.ts';
import type { HtmlPage } from '../../pages/layout.ts';
import { textPage } from '../../pages/text.ts';
import { PROBLEMS } from '../../problems.ts';

/** The page that the `type` of a problem refers to. */
export function errorsPage(): HtmlPage {
  return textPage('Errors of the Smartlink API', BODY);
}

const ENTRIES = Object.entries(PROBLEMS).map(
  ([code, { status, title, remedy }]) =>
    html`<dt id="${code}"><code>${code}</code> <small>${status}</small></dt>
<dd><strong>${title}.</strong> ${withCode(remedy)}</dd>
`,
);
const BODY = html`<h1>Errors</h1>
<p>Every error of the API is <code>application/problem+json</code> (RFC 9457). <code>code</code> is stable; <code>errors</code> lists all errors of the input, each with a JSON pointer to its location.</p>
<dl>
${ENTRIES}</dl>
<p><a href="../docs">Back to the API</a></p>`;

/** Text with code between backticks. */
function withCode(text: string): Html {
  const parts = text.split('`');
  return html`${parts.map((part, index) => (index % 2 ? html`<code>${part}</code>` : part))}`;
}
