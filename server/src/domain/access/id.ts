/** The prefixes of the ids of members, sessions, tokens, webhooks and events. */
export type IdKind = 'mem' | 'ses' | 'tok' | 'wh' | 'evt';

/** Whether this can be an id. Checked before a query, because PostgreSQL rejects text with a NUL. */
export function isId(kind: IdKind, text: string): boolean {
  return text.startsWith(`${kind}_`) && /^\w+_[0-9A-Za-z]+$/.test(text);
}
