import type { AuditEntry } from '../../../api/types.ts';
import { known } from '../../../lib/known.ts';
import { audit as words } from '../../../texts/people.ts';
import { shared } from '../../../texts/shared.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Subject {
  readonly kind: 'link' | 'token' | 'member' | 'invitation' | 'webhook' | 'app' | 'other';
  /** A code or an id; empty for the app. */
  readonly id: string;
}

const KINDS: Readonly<Record<string, Subject['kind']>> = {
  smartlink: 'link',
  token: 'token',
  member: 'member',
  invitation: 'invitation',
  webhook: 'webhook',
  app: 'app',
};

/** The subject of an entry, from `smartlink:<code>`. */
export function subjectOf(what: string): Subject {
  const [, name = '', id = ''] = /^([a-z]+)(?::(.*))?$/.exec(what) ?? [];
  const kind = known(KINDS, name);
  return kind === undefined ? { kind: 'other', id: what } : { kind, id };
}

/** A sentence with the placeholders `{who}` and `{what}`, and the texts of all other placeholders. */
interface Sentence {
  readonly template: string;
  readonly words: Readonly<Record<string, string>>;
}

type Templates = Readonly<Record<string, Readonly<Record<string, string>> | string>>;

export function sentenceOf(entry: AuditEntry): Sentence {
  const { kind } = subjectOf(entry.what);
  const action = actionOf(entry, kind);
  const templates = (words.sentences as Templates)[kind];
  const template = typeof templates === 'object' ? known(templates, action) : undefined;
  const { before, after } = changeOf(entry);
  return {
    template: template ?? words.sentences.other,
    words: {
      action,
      fields: fieldsText(kind === 'app' ? appFields(before, after) : linkFields(before, after)),
      role: roleText((after ?? before)?.role),
      before: roleText(before?.role),
      host: typeof after?.host === 'string' ? after.host : '',
    },
  };
}

/**
 * Disabling, enabling and a new password are changes of one field with names of their own. A member who removed
 * themself has left.
 */
function actionOf({ what, action, by, before, after }: AuditEntry, kind: Subject['kind']): string {
  if (kind === 'member' && action === 'remove' && subjectOf(what).id === by) return 'leave';
  if (kind === 'member' && action === 'change' && after?.password_changed === true) {
    return 'password';
  }
  if (kind !== 'link' || action !== 'change') return action;
  const names = Object.keys({ ...before, ...after });
  if (names.length !== 1 || names[0] !== 'state') return action;
  return after?.state === 'disabled' ? 'disable' : 'enable';
}

/**
 * The changed values of an entry. For an app, the log has names such as `shop/platforms/web`; here they are
 * nested, without the name of the app.
 */
export function changeOf({ what, before, after }: AuditEntry): {
  readonly before: Fields | null;
  readonly after: Fields | null;
} {
  return what === 'app' ? { before: nested(before), after: nested(after) } : { before, after };
}

function nested(fields: Fields | null): Fields | null {
  if (fields === null) return null;
  const whole: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const [, part, inner] = name.split('/');
    if (value === null) continue;
    if (part === undefined) whole[name] = value;
    else if (inner === undefined) whole[part] = value;
    else ((whole[part] ??= {}) as Record<string, unknown>)[inner] = value;
  }
  return whole;
}

function linkFields(before: Fields | null, after: Fields | null): string[] {
  const texts = Object.keys({ ...before, ...after }).map((name) => {
    const text = known<unknown>(words.fields, name);
    return typeof text === 'string' ? text : name;
  });
  // Some fields have the same text.
  return [...new Set(texts)];
}

/** If there are more, only their number is shown. */
const MAX_NAMED = 2;

function appFields(before: Fields | null, after: Fields | null): string[] {
  return Object.keys({ ...before, ...after }).flatMap((part) => {
    const [from, to] = [before?.[part], after?.[part]];
    if (part === 'platforms' || part === 'templates') {
      if (Array.isArray(from) || Array.isArray(to)) return words.fields.templateOrder;
      const names = Object.keys({ ...asFields(from), ...asFields(to) });
      if (names.length > MAX_NAMED) return words.fields[part](names.length);
      if (part === 'templates') return names.map(words.fields.template);
      return names.map((name) => words.fields.platform(known(shared.platforms, name) ?? name));
    }
    if (part === 'hosts') return words.fields.hosts;
    if (part === 'metadata_schema') return words.fields.metadataSchema;
    if (part === 'platform_tokens') return words.fields.platformTokens;
    return part === 'visits' ? words.fields.visits : words.fields.settings;
  });
}

function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function fieldsText(names: readonly string[]): string {
  if (names.length === 0) return words.fields.settings;
  const last = names.at(-1) ?? '';
  return names.length === 1 ? last : words.fields.and(names.slice(0, -1).join(', '), last);
}

function roleText(role: unknown): string {
  return (typeof role === 'string' ? known(shared.roles, role) : undefined) ?? '';
}
