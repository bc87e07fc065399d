import { trusted, type Html } from './html.ts';
import { htmlPage, type HtmlPage } from './layout.ts';
import { PLAIN_VIEW } from './view.ts';

/** A page of text about the service itself. */
export function textPage(title: string, body: Html): HtmlPage {
  return htmlPage({ title, body, style: STYLE }, PLAIN_VIEW);
}

const STYLE = trusted(`main{max-width:45rem;text-align:left}p{text-wrap:pretty}
dt{margin-top:1.375rem;font-weight:600}dd{margin:.25rem 0 0;color:var(--soft)}dd strong{color:var(--ink);font-weight:500}dl{margin:0 0 1.75rem}small{color:var(--soft);font-weight:400}
dt:target{box-shadow:-12px 0 0 var(--card),-15px 0 0 var(--text)}
code{font:.92em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}`);
