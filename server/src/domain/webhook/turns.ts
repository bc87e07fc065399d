/** Webhooks that one process sends to at the same time. */
export const SLOTS = 20;
/** Those of one app, while webhooks of other apps wait. */
export const SLOTS_PER_APP = SLOTS / 4;
/** How long a webhook keeps its slot while others wait. */
export const TURN_MS = 5000;

/** A webhook with due deliveries that nothing is sent to. */
export interface WaitingWebhook {
  readonly id: string;
  readonly appId: string;
}

export interface SendingWebhook extends WaitingWebhook {
  /** How long it has had the slot. */
  readonly ms: number;
}

export interface Turns {
  /** The waiting webhooks that get a slot now. */
  readonly begin: readonly WaitingWebhook[];
  /** The ids of those that give their slot back. */
  readonly end: readonly string[];
}

/**
 * Decides which webhooks get a slot, and which give theirs back, so that slow receivers of one app do not delay the events
 * of others. `waiting`: in the order of their turns. `endable`: how many can give their slot back now.
 */
export function nextTurns(
  sending: readonly SendingWebhook[],
  waiting: readonly WaitingWebhook[],
  endable: number,
): Turns {
  const held = new Map<string, number>();
  const heldBy = ({ appId }: WaitingWebhook): number => held.get(appId) ?? 0;
  const count = (webhook: WaitingWebhook, change: 1 | -1): void =>
    void held.set(webhook.appId, heldBy(webhook) + change);
  for (const webhook of sending) count(webhook, 1);

  const begin: WaitingWebhook[] = [];
  const startWhile = (rest: readonly WaitingWebhook[], most: number): WaitingWebhook[] =>
    rest.filter((webhook) => {
      if (sending.length + begin.length >= SLOTS || heldBy(webhook) >= most) return true;
      begin.push(webhook);
      count(webhook, 1);
      return false;
    });
  // What other apps do not need, an app can have in addition.
  const left = startWhile(startWhile(waiting, SLOTS_PER_APP), SLOTS);

  const end: string[] = [];
  const oldest = sending.toSorted((a, b) => b.ms - a.ms);
  for (const webhook of left.toSorted((a, b) => heldBy(a) - heldBy(b))) {
    if (end.length >= endable) break;
    const ending = oldest.findIndex((other) =>
      mustYield(other, heldBy(other), webhook, heldBy(webhook)),
    );
    const [other] = ending === -1 ? [] : oldest.splice(ending, 1);
    if (!other) continue;
    end.push(other.id);
    count(other, -1);
    count(webhook, 1);
  }
  return { begin, end };
}

/** Whether a webhook that sends gives its slot back because another one waits. */
function mustYield(
  sending: SendingWebhook,
  heldBySender: number,
  waiting: WaitingWebhook,
  heldByWaiting: number,
): boolean {
  const isBelow = heldByWaiting < SLOTS_PER_APP;
  if (isBelow && heldBySender > SLOTS_PER_APP) return true;
  if (sending.ms < TURN_MS) return false;
  // An app that has its part takes nothing from those that have less.
  return isBelow || sending.appId === waiting.appId || heldBySender > heldByWaiting;
}
