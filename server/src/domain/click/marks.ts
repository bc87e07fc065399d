import type { HistoryEntry } from '../template/current-routes.ts';
import { slotOf } from './slots.ts';

/** What can have changed the number of clicks. */
export const MARK_KINDS = [
  'created',
  'enabled',
  'disabled',
  'deleted',
  'restored',
  'routes',
  'redeem_limit',
  'validity',
  'redeemed',
  'redemption_undone',
  'templates',
  'app',
] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** Something that happened to a link or an app. */
export interface Mark {
  /** Milliseconds since 1970-01-01 UTC; of several redemptions the first. */
  readonly at: number;
  readonly kind: MarkKind;
  readonly count: number;
  /** The id of a token or a member, or `operator`; null for redemptions. */
  readonly by: string | null;
  readonly byName: string | null;
}

/** What an entry of the audit log about a link is on the time axis; tags, metadata and the preview are nothing. */
export function linkMarks({ action, after }: HistoryEntry): MarkKind[] {
  if (action === 'create') return ['created'];
  if (action === 'delete') return ['deleted'];
  if (action === 'restore') return ['restored'];
  if (action === 'give-back') return ['redemption_undone'];
  if (action !== 'change') return [];
  const changed = fieldsOf(after);
  const kinds: MarkKind[] = [];
  if ('state' in changed) kinds.push(changed.state === 'disabled' ? 'disabled' : 'enabled');
  if ('routes' in changed || 'rules' in changed) kinds.push('routes');
  if ('redeem_limit' in changed) kinds.push('redeem_limit');
  if ('valid_from' in changed || 'valid_until' in changed) kinds.push('validity');
  return kinds;
}

/** The same for an entry about an app, whose fields are such as `shop/templates/product`. */
export function appMarks({ action, before, after }: HistoryEntry): MarkKind[] {
  if (action === 'create') return ['created'];
  const names = Object.keys({ ...fieldsOf(before), ...fieldsOf(after) });
  const isTemplate = (name: string): boolean => name.split('/')[1] === 'templates';
  const kinds: MarkKind[] = [];
  if (names.some(isTemplate)) kinds.push('templates');
  // A proven host has no slash in its name.
  if (!names.every(isTemplate)) kinds.push('app');
  return kinds;
}

function fieldsOf(text: string | null): Readonly<Record<string, unknown>> {
  return text === null ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>);
}

/** One mark for all redemptions of a quarter-hour. `times`: milliseconds since 1970-01-01 UTC. */
export function redemptionMarks(times: readonly number[]): Mark[] {
  const slots = new Map<number, Mark>();
  for (const at of times) {
    const slot = slotOf(at);
    const known = slots.get(slot);
    slots.set(slot, {
      at: Math.min(at, known?.at ?? at),
      kind: 'redeemed',
      count: (known?.count ?? 0) + 1,
      by: null,
      byName: null,
    });
  }
  return [...slots.values()];
}
