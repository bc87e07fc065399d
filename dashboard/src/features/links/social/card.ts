import type { Social } from '../../../api/types.ts';

/** What a chat shows of a link. */
export interface Card {
  readonly title: string;
  readonly description: string | undefined;
  readonly image: string | undefined;
  /** The name of the app as visitors read it. */
  readonly site: string;
}

/** The card of a link: what it says itself, else what the app says for all, else the app's name. */
export function cardOf(
  social: Social | null,
  visits: Readonly<Record<string, unknown>> | undefined,
  app: string,
): Card {
  const shared = isRecord(visits?.['social']) ? visits['social'] : {};
  const pick = (name: keyof Social): string | undefined => social?.[name] ?? text(shared[name]);
  const site = text(visits?.['title']) ?? app;
  return {
    title: pick('title') ?? site,
    description: pick('description'),
    image: pick('image'),
    site,
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
