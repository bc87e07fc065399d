import { escapeHtml } from '../../pages/html.ts';
import type { Page } from '../../pages/layout.ts';
import { textPage } from '../../pages/text.ts';
import { PROBLEMS } from '../../problem.ts';

/** The page that the `type` of a problem refers to. */
export function errorsPage(nonce: string): Page {
  const entries = Object.entries(PROBLEMS).map(
    ([code, { status, title, remedy }]) =>
      `<dt id="${code}"><code>${code}</code> <small>${status}</small></dt>\n<dd><strong>${escapeHtml(title)}.</strong> ${withCode(remedy)}</dd>`,
  );
  const body = `<h1>Errors</h1>
<p>Every error of the API is <code>application/problem+json</code> (RFC 9457). <code>code</code> is stable; <code>errors</code> lists all errors of the input, each with a JSON pointer to its location.</p>
<dl>
${entries.join('\n')}
</dl>
<p><a href="../docs">Back to the API</a></p>`;
  return textPage('Errors of the Smartlink API', body, nonce);
}

function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}
