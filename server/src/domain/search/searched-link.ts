import { isRecord } from '../text/json-value.ts';
import { fold } from './fold.ts';
import type { LinkQuery } from './link-query.ts';

export interface SearchedLink {
  readonly appId: string;
  readonly code: string;
  readonly uri: string;
  readonly template: string | null;
  readonly tags: readonly string[];
  readonly externalId: string | null;
  readonly name: string | null;
  readonly note: string | null;
  /** JSON text. */
  readonly social: string | null;
  readonly metadata: string | null;
}

/** The texts of a link in which a search looks for any part. */
export function textsOf({
  uri,
  tags,
  externalId,
  name,
  note,
  social,
  metadata,
}: SearchedLink): string[] {
  const texts = [uri, ...tags];
  if (externalId !== null) texts.push(externalId);
  if (name !== null) texts.push(name);
  if (note !== null) texts.push(note);
  if (social !== null) {
    const card: unknown = JSON.parse(social);
    if (isRecord(card) && typeof card.title === 'string') texts.push(card.title);
  }
  if (metadata !== null) addStrings(JSON.parse(metadata), texts);
  return texts;
}

function addStrings(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) addStrings(part, texts);
  }
}

/** Whether a search finds the link. */
export function isFound(link: SearchedLink, { text, code }: LinkQuery): boolean {
  if (code !== undefined && fold(link.code).startsWith(code)) return true;
  return text !== undefined && textsOf(link).some((one) => fold(one).includes(text));
}
