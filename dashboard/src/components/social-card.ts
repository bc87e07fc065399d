import type { Social, VisitSettings } from '../api/types.ts';

/** The social preview of a link. */
export interface SocialCard {
  readonly title: string;
  readonly description: string | undefined;
  readonly image: string | undefined;
  /** The name of the app that visitors see. */
  readonly site: string;
}

/** The social preview of a link: its own values, else the default of the app, else the app name. */
export function cardOf(
  social: Social | null,
  visits: VisitSettings | undefined,
  app: string,
): SocialCard {
  const pick = (name: keyof Social): string | undefined => social?.[name] ?? visits?.social?.[name];
  const site = visits?.title ?? app;
  return {
    title: pick('title') ?? site,
    description: pick('description'),
    image: pick('image'),
    site,
  };
}
