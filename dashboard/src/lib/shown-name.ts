/** What to call a person: by the name they gave, else by their e-mail address. */
export function shownName({
  name,
  email,
}: {
  readonly name: string;
  readonly email: string;
}): string {
  return name === '' ? email : name;
}
