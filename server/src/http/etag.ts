import { Type } from 'typebox';

/**
 * Whether an `If-None-Match` header contains this entity tag. Weak comparison, as RFC 9110 requires for GET.
 */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** The entity tag of a version of a resource. */
export function versionTag(version: number): string {
  return `"${version}"`;
}

/**
 * The versions that an `If-Match` header permits; undefined: any. Weak tags never match (RFC 9110), and
 * neither does a tag that is not a version.
 */
export function versionsIn(header: string | undefined): readonly number[] | undefined {
  return tagsIn(header)?.flatMap((tag) => {
    const version = /^"(\d{1,15})"$/.exec(tag)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}

/** The entity tags that an `If-Match` header permits; undefined: any. */
export function tagsIn(header: string | undefined): readonly string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return header.split(',').map((tag) => tag.trim());
}

/** The `ETag` of a response, for its description. */
export function etagHeader(when: string) {
  return { etag: { type: 'string', description: `${when}; for \`If-Match\`.` } };
}

/** The header of a conditional change. `changed` ends the sentence "412 if …". */
export function ifMatch(changed: string) {
  const description = `The \`ETag\` that was read: 412 if ${changed}.`;
  return Type.Object({ 'if-match': Type.Optional(Type.String({ description })) });
}
