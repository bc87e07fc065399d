import type { SocialCard } from '../visit/answer.ts';
import { shortened } from '../domain/text/text.ts';
import { html } from './html.ts';
import { button, locationName, pageWithLogo, type HtmlPage } from './layout.ts';
import { isWebAddress } from './location.ts';
import { say } from './text-of.ts';
import type { View } from './view.ts';

/** What bots read of a link. */
export interface Preview extends SocialCard {
  /** The address of the smart link. */
  readonly address: string;
  readonly siteName?: string;
  /** The destination for people who see this page by mistake. */
  readonly web?: string;
}

// Longer texts are not shown anyway, and some bots read only the first 32 KB.
const MAX_TITLE_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 400;

/** The page for bots that fetch a link to show a preview. It does nothing by itself. */
export function previewPage(preview: Preview, view: View): HtmlPage {
  const { address, siteName, web } = preview;
  const title = clipped(preview.title, MAX_TITLE_LENGTH);
  const description = clipped(preview.description ?? '', MAX_DESCRIPTION_LENGTH);
  const image = isWebAddress(preview.image) ? preview.image : undefined;
  const properties = {
    'og:type': 'website',
    'og:url': address,
    'og:title': title,
    'og:description': description,
    'og:image': image,
    'og:site_name': siteName,
  };
  const names = {
    'twitter:card': image === undefined ? 'summary' : 'summary_large_image',
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': image,
    description,
  };
  const head = [
    Object.entries(properties).map(
      ([name, content]) => content && html`\n<meta property="${name}" content="${content}">`,
    ),
    Object.entries(names).map(
      ([name, content]) => content && html`\n<meta name="${name}" content="${content}">`,
    ),
  ];
  const text = description && html`\n<p dir="auto">${description}</p>`;
  const onward =
    isWebAddress(web) && html`${button(web, say(view, 'web'))}\n<p>${locationName(web)}</p>`;
  const body = html`<h1 dir="auto">${title}</h1>${text}${onward}`;
  return pageWithLogo({ title, head: html`${head}`, body }, view);
}

function clipped(text: string, length: number): string {
  return text.length <= length ? text : `${shortened(text, length - 1)}…`;
}
