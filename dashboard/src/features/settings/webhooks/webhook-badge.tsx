import { Badge } from '@mantine/core';
import type { Webhook } from '../../../api/types.ts';
import { webhooks as words } from '../../../texts/webhooks.ts';
import { usePauseEnd } from './webhook-pause.ts';

/** Whether a webhook works. */
export function WebhookBadge({ webhook }: { readonly webhook: Webhook }) {
  const { state, disabled_because, failing_since } = webhook;
  const paused = usePauseEnd(webhook);
  if (state === 'disabled') {
    return <Badge color={disabled_because === null ? 'gray' : 'red'}>{words.disabled}</Badge>;
  }
  // A receiver that asks for a pause has also failed.
  if (paused !== undefined) return <Badge color="orange">{words.paused}</Badge>;
  if (failing_since !== null) return <Badge color="orange">{words.failing}</Badge>;
  return <Badge color="teal">{words.enabled}</Badge>;
}
