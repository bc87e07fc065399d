import { isPlatform } from '../../lib/platform.ts';
import { templates as templatesTexts } from '../../texts/templates.ts';
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
  name: templatesTexts.name,
  pattern: templatesTexts.pattern,
  link: templatesTexts.card.link,
  fallback: templatesTexts.card.fallback,
  skip_page: templatesTexts.card.skip,
};
