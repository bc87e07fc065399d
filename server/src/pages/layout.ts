/** A whole page for people: no script, nothing from elsewhere, small enough for the first packets. */
export interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Makes text safe inside an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/**
 * `nonce` is fresh for every answer. `body` is HTML whose every outside text went through
 * `escapeHtml`.
 */
export function page(
  title: string,
  body: string,
  nonce: string,
  kind: 'card' | 'text' = 'card',
): Page {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main class="${kind}">
${body}
</main>
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'cache-control': 'private, no-store',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
  };
}

const STYLE = `
:root{--ink:#16181d;--soft:#565d6b;--paper:#f4f5f8;--card:#fff;--line:#e1e4ea;--accent:#2b59ff;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#f1f3f7;--soft:#a7aebc;--paper:#0f1116;--card:#191c23;--line:#2a2e38;--accent:#86a3ff;--on-accent:#0b1020}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:24px;background:var(--paper);color:var(--ink);font:17px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{width:100%;max-width:420px;padding:40px 32px 32px;background:var(--card);border:1px solid var(--line);border-radius:20px;text-align:center}
main.text{max-width:720px;text-align:left}
dt{margin-top:22px;font-weight:600}dd{margin:4px 0 0;color:var(--soft)}dd strong{color:var(--ink);font-weight:500}dl{margin:0 0 28px}small{color:var(--soft);font-weight:400}
dt:target{box-shadow:-12px 0 0 var(--card),-15px 0 0 var(--accent)}
h1{margin:0 0 8px;font-size:26px;line-height:1.2;letter-spacing:-.01em;text-wrap:balance}
p{margin:0 0 28px;color:var(--soft);text-wrap:pretty}
p:last-child{margin-bottom:0}
svg{display:block;margin:0 auto 24px;color:var(--accent)}
a{color:var(--accent)}
.button{display:block;padding:15px 20px;border-radius:12px;background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none}
.quiet{display:block;margin-top:10px;padding:13px 20px;border-radius:12px;text-decoration:none;font-weight:500;overflow-wrap:anywhere}
a:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
.quiet:hover{text-decoration:underline}.button:hover{filter:brightness(1.08)}
code{font:.92em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
@media (max-width:420px){main{padding:32px 20px 24px}}
`.trim();

/** Two links of a chain, the drawing on every page. */
export const MARK =
  '<svg width="56" height="56" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M10 13.5a4.5 4.5 0 0 0 6.6.4l2.6-2.6a4.5 4.5 0 0 0-6.4-6.4l-1.4 1.4"/><path d="M14 10.5a4.5 4.5 0 0 0-6.6-.4l-2.6 2.6a4.5 4.5 0 0 0 6.4 6.4l1.4-1.4"/></svg>';
