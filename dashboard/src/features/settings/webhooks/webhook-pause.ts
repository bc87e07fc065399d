import { useEffect, useReducer } from 'react';
import type { Webhook } from '../../../api/types.ts';

/** Until when nothing is sent because the receiver asked for it. Undefined: events are sent, or the webhook is disabled. */
export function pauseEnd(
  { state, paused_until: until }: Pick<Webhook, 'state' | 'paused_until'>,
  now: number,
): string | undefined {
  // The service keeps the time of a pause that is over.
  return state === 'enabled' && until !== null && Date.parse(until) > now ? until : undefined;
}

/** The same as `pauseEnd`, now; the component is rendered again at the end of the pause. */
export function usePauseEnd(webhook: Webhook): string | undefined {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const end = pauseEnd(webhook, Date.now());
  useEffect(() => {
    if (end === undefined) return undefined;
    // A timer can be a few milliseconds early. A pause is a day at most.
    const timer = setTimeout(render, Date.parse(end) - Date.now() + 100);
    return () => clearTimeout(timer);
  }, [end]);
  return end;
}
