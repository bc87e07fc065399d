import type { PageSocial, Social, VisitSettings } from '../api/types.ts';

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

/** The social preview of a link: its own values, else the default of the app, else the app name. */
export function cardOf(social: Social | null, visits: VisitSettings | undefined, app: string) {
  const pick = (name: keyof Social): string | undefined => social?.[name] ?? visits?.social?.[name];
  /** The name of the app that visitors see. */
  const site = visits?.title ?? app;
  return {
    title: pick('title') ?? site,
    description: pick('description'),
    image: pick('image'),
    site,
  };
}
export type SocialCard = ReturnType<typeof cardOf>;
