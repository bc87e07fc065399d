import { addressWithoutScheme } from '../domain/text/intended-address.ts';

/** What may be wrong with the destination of a link: a web address without its scheme is a path. */
export function schemeWarnings(uri: string): string[] {
  const address = addressWithoutScheme(uri);
  if (address === undefined) return [];
  return [
    `"${uri}" does not begin with https://, so it is a path of the app. Did you mean ${address}?`,
  ];
}
