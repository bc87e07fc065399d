import { fail } from '../../problem.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import { appendChange } from '../../storage/changes.ts';
import type { Transaction } from '../../storage/database.ts';
import { findLink, updateLink, type LinkChange, type StoredLink } from '../../storage/links.ts';
import type { Context } from '../context.ts';

/** Who changes something: an app's server token, or the operator by a command. */
export interface Editor {
  readonly appId: string;
  /** The id of the token, or `operator`. */
  readonly actor: string;
}

/** Writes a changed link with its audit entry; nothing at all where nothing is different. */
export async function saveLink(
  ctx: Context,
  tx: Transaction,
  { appId, actor }: Editor,
  link: StoredLink,
  after: LinkChange,
  action: 'change' | 'delete',
): Promise<StoredLink> {
  const changed = FIELDS.filter(([field]) => link[field] !== after[field]);
  if (changed.length === 0) return link;
  const now = ctx.now();
  const { code } = link;
  if (!(await updateLink(tx, link, after))) {
    fail('precondition_failed', 'Somebody else has changed the smart link at this moment.');
  }
  await appendAudit(tx, {
    appId,
    subject: `smartlink:${code}`,
    action,
    actor,
    before: membersOf(link, changed),
    after: membersOf(after, changed),
    createdAt: now,
  });
  await appendChange(tx, `link:${code}`, now);
  return (await findLink(tx, code)) ?? link;
}

/** The fields by the names of the API, with their JSON text. */
const FIELDS = [
  ['redeemLimit', 'redeem_limit', (link: LinkChange) => String(link.redeemLimit)],
  ['metadata', 'metadata', (link: LinkChange) => link.metadata ?? 'null'],
  ['social', 'social', (link: LinkChange) => link.social ?? 'null'],
  ['state', 'state', (link: LinkChange) => JSON.stringify(link.state)],
] as const;

function membersOf(link: LinkChange, fields: readonly (typeof FIELDS)[number][]): string {
  return `{${fields.map(([, name, text]) => `"${name}":${text(link)}`).join(',')}}`;
}
