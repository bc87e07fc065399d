import type { Webhook, WebhookChange, WebhookRequest } from '../../../api/schema.ts';
import { isSameValue } from '../../../lib/json-value.ts';

export type EventType = NonNullable<WebhookRequest['types']>[number];

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

/** The settings of a webhook in a form. */
export interface WebhookDraft {
  readonly url: string;
  readonly description: string;
  readonly which: 'all' | 'some';
  readonly types: string[];
  readonly tags: string[];
}

export function draftOf(webhook?: Webhook): WebhookDraft {
  return {
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    which: webhook === undefined || webhook.types.length === 0 ? 'all' : 'some',
    types: [...(webhook?.types ?? [])],
    tags: [...(webhook?.tags ?? [])],
  };
}

/** Whether the form can be sent: "some" without any event would mean all of them. */
export function isSendable({ which, types }: WebhookDraft): boolean {
  return which === 'all' || types.length > 0;
}

export function requestOf({ url, description, which, types, tags }: WebhookDraft) {
  const named = description.trim();
  return {
    url: url.trim(),
    description: named === '' ? null : named,
    types: which === 'all' ? [] : EVENT_TYPES.filter((type) => types.includes(type)),
    tags,
  };
}

/** What can be edited, with the fields that belong together. */
export const PARTS = [['url'], ['description'], ['which', 'types'], ['tags']] as const;

/** What a save sends: only what is edited, because others may have changed the rest. */
export function changesOf(draft: WebhookDraft, saved: WebhookDraft): WebhookChange {
  const { url, description, types, tags } = requestOf(draft);
  const edited = (part: (typeof PARTS)[number]) => isEdited(draft, saved, part);
  return {
    ...(edited(['url']) ? { url } : {}),
    ...(edited(['description']) ? { description } : {}),
    ...(edited(['which', 'types']) ? { types } : {}),
    ...(edited(['tags']) ? { tags } : {}),
  };
}

/** The values of a form when `current` has been read: what is not edited follows, what is edited stays. */
export function followed(
  values: WebhookDraft,
  saved: WebhookDraft,
  current: WebhookDraft,
): WebhookDraft {
  const edited = PARTS.filter((part) => isEdited(values, saved, part));
  const kept = edited.flatMap((part) => part.map((field) => [field, values[field]] as const));
  return { ...current, ...Object.fromEntries(kept) };
}

/**
 * What the values of `followed` were edited from: what is edited keeps its base, so that a save notices that others have
 * changed it too.
 */
export function baseAfter(
  values: WebhookDraft,
  base: WebhookDraft,
  current: WebhookDraft,
): WebhookDraft {
  const edited = PARTS.filter(
    (part) => isEdited(values, base, part) && isEdited(values, current, part),
  );
  const kept = edited.flatMap((part) => part.map((field) => [field, base[field]] as const));
  return { ...current, ...Object.fromEntries(kept) };
}

export function isEdited(
  draft: WebhookDraft,
  saved: WebhookDraft,
  part: (typeof PARTS)[number],
): boolean {
  return part.some((field) => !isSameValue(draft[field], saved[field]));
}
