import type { Webhook } from '../../../api/schema.ts';

/** Until when nothing is sent because the receiver asked for it. Undefined: events are sent, or the webhook is disabled. */
export function pauseEnd(
  { state, paused_until: until }: Pick<Webhook, 'state' | 'paused_until'>,
  now: number,
): string | undefined {
  // The service keeps the time of a pause that is over.
  return state === 'enabled' && until !== null && Date.parse(until) > now ? until : undefined;
}
