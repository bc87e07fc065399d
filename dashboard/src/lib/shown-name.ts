/** The display name of a person: their name, else their email address. */
export function shownName({
  name,
  email,
}: {
  readonly name: string;
  readonly email: string;
}): string {
  return name === '' ? email : name;
}
