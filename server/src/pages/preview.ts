import { escapeHtml, isWebAddress } from './html.ts';
import { button, card, productName, type Page } from './layout.ts';
import { locationOf } from './location.ts';
import { say } from './text-of.ts';
import type { View } from './view.ts';

/** What a link shows of itself where it is shared. */
export interface SocialCard {
  /** The smart link's own address. */
  readonly address: string;
  readonly title: string;
  readonly description?: string;
  readonly image?: string;
  readonly siteName?: string;
  /** Where a person goes on who sees this page by mistake. */
  readonly web?: string;
}

// More is cut off where it is shown; so the tags stay within what the least patient reader takes in.
const MAX_TITLE_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 400;

/** For programs that fetch a link to show what it is about; it does nothing by itself. */
export function previewPage(shown: SocialCard, view: View): Page {
  const { address, web } = shown;
  const title = clipped(shown.title, MAX_TITLE_LENGTH);
  const description = clipped(shown.description ?? '', MAX_DESCRIPTION_LENGTH);
  const image = isWebAddress(shown.image) ? shown.image : undefined;
  const tags = [
    tag('property', 'og:type', 'website'),
    tag('property', 'og:url', address),
    tag('property', 'og:title', title),
    tag('property', 'og:description', description),
    tag('property', 'og:image', image),
    tag('property', 'og:site_name', shown.siteName),
    tag('name', 'twitter:card', image === undefined ? 'summary' : 'summary_large_image'),
    tag('name', 'twitter:title', title),
    tag('name', 'twitter:description', description),
    tag('name', 'twitter:image', image),
    tag('name', 'description', description),
  ];
  const text = description === '' ? '' : `\n<p dir="auto">${escapeHtml(description)}</p>`;
  const onward = isWebAddress(web)
    ? `${button(web, say(view, 'web'))}\n<p>${productName(locationOf(web))}</p>`
    : '';
  return card(
    {
      title,
      head: tags.filter(Boolean).join('\n'),
      body: `<h1 dir="auto">${escapeHtml(title)}</h1>${text}${onward}`,
    },
    view,
  );
}

function tag(kind: 'property' | 'name', name: string, content: string | undefined): string {
  return content ? `<meta ${kind}="${name}" content="${escapeHtml(content)}">` : '';
}

function clipped(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
