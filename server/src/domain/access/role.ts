/** What a member may do in an app. Each role includes the permissions of the roles before it. */
export const ROLES = ['viewer', 'editor', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Whether a member with `role` may do what requires `needed`. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** Returns the role with more permissions. */
export function higherRole(one: Role, other: Role): Role {
  return isAtLeast(one, other) ? one : other;
}

/** A role with its article for a sentence: `an owner`, `a viewer`. */
export function aRole(role: Role): string {
  return role === 'viewer' ? 'a viewer' : `an ${role}`;
}

/** The fields of an app that an editor may change; the others require an owner. */
const FIELDS_OF_EDITORS: ReadonlySet<string> = new Set([
  'name',
  'templates',
  'visits',
  'metadata_schema',
]);

/**
 * Returns the fields of an app change that this role may not change. `name` is always allowed: it only
 * identifies the app and cannot be changed.
 */
export function fieldsAbove(role: Role, fields: readonly string[]): string[] {
  return role === 'owner' ? [] : fields.filter((field) => !FIELDS_OF_EDITORS.has(field));
}
