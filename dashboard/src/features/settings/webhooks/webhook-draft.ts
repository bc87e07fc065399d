import type { Webhook, WebhookChange, WebhookRequest } from '../../../api/types.ts';
import { mergeValues, type Choices, type Conflict } from '../../../lib/json-merge.ts';
import { isSameValue, nodeOf } from '../../../lib/json-value.ts';

type EventType = NonNullable<WebhookRequest['types']>[number];

/** The types of events that can be selected, in the order of the form. */
export const EVENT_TYPES = [
  'link.created',
  'link.updated',
  'link.disabled',
  'link.enabled',
  'link.deleted',
  'link.restored',
  'link.expired',
  'redemption.granted',
  'redemption.reversed',
  'redemption.refused',
  'link.exhausted',
  'template.changed',
  'app.changed',
  'clicks.summary',
] as const satisfies readonly EventType[];

/** The settings of a webhook in a form, with the names of the API. */
export interface WebhookDraft {
  readonly url: string;
  readonly description: string;
  readonly types: { readonly which: 'all' | 'some'; readonly selected: string[] };
  readonly tags: string[];
}

export function draftOf(webhook?: Webhook): WebhookDraft {
  const { url = '', description, types = [], tags = [] } = webhook ?? {};
  return {
    url,
    description: description ?? '',
    types: { which: types.length === 0 ? 'all' : 'some', selected: [...types] },
    tags: [...tags],
  };
}

/** Whether the form can be sent: "some" without any event would mean all of them. */
export function isSendable({ types: { which, selected } }: WebhookDraft): boolean {
  return which === 'all' || selected.length > 0;
}

export function requestOf({ url, description, types: { which, selected }, tags }: WebhookDraft) {
  const named = description.trim();
  return {
    url: url.trim(),
    description: named === '' ? null : named,
    types: which === 'all' ? [] : EVENT_TYPES.filter((type) => selected.includes(type)),
    tags,
  };
}

type Field = keyof WebhookDraft;
const FIELDS: readonly Field[] = ['url', 'description', 'types', 'tags'];

/** What a save sends: only what is edited, because others may have changed the rest. */
export function changesOf(draft: WebhookDraft, saved: WebhookDraft): WebhookChange {
  const request = requestOf(draft);
  const edited = FIELDS.filter((field) => !isSameValue(draft[field], saved[field]));
  return Object.fromEntries(edited.map((field) => [field, request[field]]));
}

interface Merged {
  /** What is not edited follows; what is edited stays, unless `choices` say otherwise. */
  readonly draft: WebhookDraft;
  /** What the draft was edited from: a conflict keeps its base, so that a save notices it. */
  readonly base: WebhookDraft;
  /** The fields that were edited and that someone else has changed differently, as they are sent. */
  readonly conflicts: readonly Conflict[];
}

/** Merges a draft that was edited from `base` with the settings that are stored now. */
export function mergedDraft(
  base: WebhookDraft,
  draft: WebhookDraft,
  stored: WebhookDraft,
  choices?: Choices,
): Merged {
  const { value = draft, conflicts } = mergeValues(base, draft, stored, { choices, byField: true });
  const fields = FIELDS.filter((field) => conflicts.some(({ path: [name] }) => name === field));
  const sent = (one: WebhookDraft, field: Field) => nodeOf(requestOf(one)[field]);
  return {
    draft: value,
    base: { ...stored, ...Object.fromEntries(fields.map((field) => [field, base[field]])) },
    conflicts: fields.map((field) => ({
      path: [field],
      base: sent(base, field),
      mine: sent(draft, field),
      theirs: sent(stored, field),
    })),
  };
}
