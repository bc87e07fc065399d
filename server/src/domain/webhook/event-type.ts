/** What a webhook can receive. Names are stable. */
export const EVENT_TYPES = [
  'link.created',
  'link.updated',
  'link.disabled',
  'link.enabled',
  'link.deleted',
  'link.restored',
  'link.expired',
  'link.exhausted',
  'redemption.granted',
  'redemption.refused',
  'redemption.reversed',
  'template.changed',
  'app.changed',
  'clicks.summary',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The event of a test delivery. No webhook can select it. */
export const TEST_EVENT = 'webhook.test';

/**
 * Sent only to webhooks that name them: refusals because anyone with a platform token can cause any number, summaries
 * because they arrive every minute.
 */
export const OPT_IN_TYPES: ReadonlySet<EventType> = new Set([
  'redemption.refused',
  'clicks.summary',
]);
