import type { NewLinkEvent } from '../../domain/webhook/event.ts';
import type { LinkRow } from '../../storage/database.ts';
import type { Context } from '../context.ts';
import { newEventId, wantsEvents } from './events.ts';

/** The event of a link that `insertLink` creates; undefined: no webhook gets it. */
export async function newLinkEvent(
  ctx: Context,
  { appId, createdAt }: LinkRow,
): Promise<NewLinkEvent | undefined> {
  if (!(await wantsEvents(ctx, appId, 'link.created'))) return undefined;
  return { id: newEventId(createdAt), smartlinkBase: ctx.own().smartlinkBase };
}
