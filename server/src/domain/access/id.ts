/** What begins the ids that the service gives to members and tokens. */
export type IdKind = 'mem' | 'tok';

/** Could this be such an id? Only then is the store asked: PostgreSQL refuses text that has a NUL. */
export function isId(kind: IdKind, text: string): boolean {
  return text.startsWith(`${kind}_`) && /^\w+_[0-9A-Za-z]+$/.test(text);
}
