import type { Language } from '../domain/app/language.ts';
import type { Appearance } from './appearance.ts';

/** How a page is shown: in the language of the visitor, with the appearance of the app. */
export interface View {
  readonly language: Language;
  readonly appearance: Appearance;
}

/** For pages about the service itself, which are in English and belong to no app. */
export const PLAIN_VIEW: View = { language: 'en', appearance: {} };
