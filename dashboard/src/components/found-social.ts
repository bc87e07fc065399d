import type { PageSocial } from '../api/types.ts';

/** The fields of a social preview as they are edited. */
export interface SocialTexts {
  readonly title: string;
  readonly description: string;
  readonly image: string;
}

export const FOUND_FIELDS = ['title', 'description', 'image'] as const;

/** What was found for empty fields. */
export function emptyFields(found: PageSocial, values: SocialTexts): Partial<SocialTexts> {
  return Object.fromEntries(
    FOUND_FIELDS.flatMap((name) =>
      found[name] !== null && values[name].trim() === '' ? [[name, found[name]]] : [],
    ),
  );
}
