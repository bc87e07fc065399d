import type { Language } from '../domain/app/language.ts';
import type { Appearance } from './appearance.ts';

/** How a page is shown: in the language of the visitor, with the appearance of the app. */
export interface View {
  readonly language: Language;
  readonly appearance: Appearance;
  /** Random, for one response. */
  readonly nonce: string;
}

/** For pages about the service itself, which are in English and belong to no app. */
export function plainView(nonce: string): View {
  return { language: 'en', appearance: {}, nonce };
}
