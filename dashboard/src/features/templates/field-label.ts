import { isPlatform } from '../../lib/platform.ts';
import * as texts from '../../texts/texts.ts';

/** What a place in a template is called on the page: `/routes/web/link` is "Web: Link". */
export function fieldLabel(pointer: string): string {
  const [, first = '', platform = '', field = ''] = pointer.split('/');
  if (first === 'routes' && isPlatform(platform)) {
    return `${texts.platforms[platform]}: ${words[field] ?? field}`;
  }
  return words[first] ?? first;
}

const words: Readonly<Record<string, string>> = {
  name: texts.templates.name,
  pattern: texts.templates.pattern,
  link: texts.templates.card.link,
  fallback: texts.templates.card.fallback,
  skip_page: texts.templates.card.skip,
};
