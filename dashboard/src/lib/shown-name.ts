import type { Member } from '../api/types.ts';

/** The display name of a person: their name, else their email address. */
export function shownName({ name, email }: Pick<Member, 'name' | 'email'>): string {
  return name === '' ? email : name;
}
