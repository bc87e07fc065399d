import { OPT_IN_TYPES, type EventType } from './event-type.ts';

/** What a webhook wants to receive. An empty list means all, except what must be named. */
export interface Subscription {
  readonly types: readonly EventType[];
  /** The link of an event must have one of these; events without a link are not sent then. */
  readonly tags: readonly string[];
}

export function wantsType({ types }: Pick<Subscription, 'types'>, type: EventType): boolean {
  return types.length === 0 ? !OPT_IN_TYPES.has(type) : types.includes(type);
}

/** Whether a webhook gets an event of this type about a link with these tags. */
export function wantsEvent(
  subscription: Subscription,
  type: EventType,
  tags: readonly string[],
): boolean {
  if (!wantsType(subscription, type)) return false;
  return subscription.tags.length === 0 || subscription.tags.some((tag) => tags.includes(tag));
}
