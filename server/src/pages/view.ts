import type { Language } from '../domain/app/language.ts';
import type { Appearance } from './appearance.ts';

/** Who looks at a page, and whose page it is. */
export interface View {
  readonly language: Language;
  readonly appearance: Appearance;
  /** Fresh for every answer. */
  readonly nonce: string;
}

/** For pages about the service itself, which are in English and belong to no app. */
export function plainView(nonce: string): View {
  return { language: 'en', appearance: {}, nonce };
}
