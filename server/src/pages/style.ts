import { LRUCache } from 'lru-cache';
import { accentOf } from '../domain/app/accent.ts';
import { trusted, type Code } from './html.ts';

const LIGHT = {
  ink: '#14161b',
  soft: '#525968',
  paper: '#f3f4f7',
  card: '#ffffff',
  line: '#e3e6ec',
};
const DARK: typeof LIGHT = {
  ink: '#f2f4f8',
  soft: '#abb2c0',
  paper: '#0e1015',
  card: '#181b22',
  line: '#2a2e38',
};

/** The colors of an app are computed once, because that takes longer than the rest of a page. */
const STYLES = new LRUCache<string, Code>({
  max: 100,
  memoMethod: (color) =>
    trusted(`:root{color-scheme:light dark;${variables(LIGHT, color, false)}}
@media (prefers-color-scheme:dark){:root{${variables(DARK, color, true)}}}
${RULES}`),
});

/** The style of every page, with the color of an app: `#rrggbb`. */
export function styleOf(color: string): Code {
  return STYLES.memo(color);
}

function variables(theme: typeof LIGHT, color: string, dark: boolean): string {
  const accent = accentOf(color, [theme.card, theme.paper], dark);
  return [...Object.entries(theme), ...Object.entries(accent)]
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

// Sizes in rem follow the text size that people set in their browser.
const RULES = `
*{box-sizing:border-box;margin:0}
body{min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:1.5rem 1rem;background:var(--paper);color:var(--ink);font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;-webkit-text-size-adjust:100%;text-size-adjust:100%;overflow-wrap:anywhere}
main{width:100%;max-width:26rem;padding:2.75rem 2rem 2rem;background:var(--card);border:1px solid var(--line);border-radius:1.5rem;box-shadow:0 1px 2px #0000000a,0 16px 40px #00000014;text-align:center}
.mark{display:grid;place-items:center;width:4.5rem;height:4.5rem;margin:0 auto 1.5rem;border-radius:1.125rem;font-size:2.125rem;font-weight:600;line-height:1}
div.mark{background:var(--fill);color:var(--on);border:1px solid var(--edge)}
img.mark{object-fit:contain}
.app{margin:-.75rem 0 1rem;color:var(--soft);font-weight:500}
h1{font-size:1.625rem;line-height:1.25;letter-spacing:-.015em;text-wrap:balance}
p{margin-top:.625rem;color:var(--soft);text-wrap:balance}
bdi{word-break:keep-all}
:lang(ja){word-break:auto-phrase}:lang(ko){word-break:keep-all}
a{color:var(--text)}
.button,.quiet{display:block;border-radius:.875rem;font-weight:600;text-decoration:none}
.button{margin-top:1.75rem;padding:.875rem 1.25rem;background:var(--fill);color:var(--on);border:1px solid var(--edge)}
.quiet{margin-top:.5rem;padding:.75rem 1.25rem}
.hint+.quiet{margin-top:1rem}
.place{display:block;color:var(--soft);font-size:.8125rem;font-weight:400}
a:hover{text-decoration:underline}
a:focus-visible{outline:3px solid var(--text);outline-offset:3px}
.hint{margin-top:1.75rem;padding:.875rem 1rem;background:var(--paper);border:1px solid var(--line);border-radius:.875rem;color:var(--ink);font-size:.9375rem;text-align:start;text-wrap:pretty}
@media (max-width:30rem){body{background:var(--card)}main{padding:1.5rem .5rem;border:0;box-shadow:none}}
@media (prefers-contrast:more){:root{--soft:var(--ink);--line:var(--ink)}}
`.trim();
