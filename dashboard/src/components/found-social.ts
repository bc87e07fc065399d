import type { PageSocial, Social } from '../api/types.ts';

/** The fields of a social preview as they are edited. */
export type SocialTexts = Required<Social>;

/** The texts of the fields; empty: the preview does not have it. */
export function socialTexts(social: Social | null): SocialTexts {
  return { title: '', description: '', image: '', ...social };
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
