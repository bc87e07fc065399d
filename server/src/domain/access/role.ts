/** What a member may do in an app; each role may do what the ones before it may. */
export const ROLES = ['viewer', 'editor', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}

/** May a member with `role` do what requires `needed`? */
export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** The one of two roles that may do more. */
export function higherRole(one: Role, other: Role): Role {
  return isAtLeast(one, other) ? one : other;
}

/** `an owner`, `a viewer`: a role in a sentence. */
export function aRole(role: Role): string {
  return role === 'viewer' ? 'a viewer' : `an ${role}`;
}

/** What an editor may change of the app itself; the rest is for owners. */
const FIELDS_OF_EDITORS: ReadonlySet<string> = new Set(['name', 'templates', 'visits']);

/**
 * The fields of a change of an app that this role may not change. Everyone may send the name: it cannot be
 * changed, and only says which app is meant.
 */
export function fieldsAbove(role: Role, fields: readonly string[]): string[] {
  return role === 'owner' ? [] : fields.filter((field) => !FIELDS_OF_EDITORS.has(field));
}
