import { expiryPeriod } from '../../domain/link/validity.ts';
import { isCode } from '../../domain/link/code.ts';
import { deletedLink } from '../../domain/link/deletion.ts';
import { editedLink } from '../../domain/link/edited-link.ts';
import type { LinksChange, LinksEdit, LinksOfFilter } from '../../domain/link/links-change.ts';
import type { Routes } from '../../domain/link/route.ts';
import { Problem, refusal } from '../../problem.ts';
import type { LinkFilter } from '../../storage/link-conditions.ts';
import { matchingLinks } from '../../storage/link-list.ts';
import type { LinkChange, StoredLink } from '../../storage/links.ts';
import { yieldToEventLoop } from '../../time-slices.ts';
import type { Author, Context } from '../context.ts';
import { assertRole } from '../members/assert-role.ts';
import { filterOf, scanPage } from './list-links.ts';
import { ForeseenRestorations } from './foreseen-restorations.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { partlyStored } from './partly-stored.ts';
import { rebuiltRoutes, type RebuiltRoutes } from './rebuilt-routes.ts';
import {
  findRestorations,
  restoration,
  withoutConflicts,
  type Restorations,
} from './restore-link.ts';
import { changedFields, writeLink, type WrittenChange } from './save-link.ts';

/** Links of one transaction: other writes wait for it. */
const LINKS_AT_A_TIME = 50;
/** A request that selects by a filter ends before this time if its first page does, and continues with its cursor. */
const MAX_REQUEST_MS = 2000;
/** How often a link that others change at the same time is tried. */
const MAX_TRIES = 3;
const MAX_SAMPLES = 5;
const UNKNOWN_CODE = 'The app has no smart link with this code.';
const CHANGED_TOO_OFTEN = 'Other requests keep changing this smart link. Try again later.';

export interface FailedChange {
  readonly code: string;
  readonly problem: Problem;
}

export interface ChangedRoutes {
  readonly code: string;
  readonly before: Routes;
  readonly after: Routes;
}

export interface ChangedLinks {
  changed: number;
  unchanged: number;
  readonly failed: FailedChange[];
  /** Some links whose routes would change; only of a dry run. */
  readonly samples: ChangedRoutes[];
  /** Where to continue; null: these were all links. */
  next: number | null;
}

/**
 * Changes links of an app, each with an audit entry, as a change or deletion of a single link does. A link that cannot be
 * changed is reported, and the others are changed. If this throws, or `signal` is aborted, some links are changed; the
 * same request changes the rest. A dry run counts and changes nothing.
 * @throws `role_too_low`
 */
export async function changeLinks(
  ctx: Context,
  author: Author,
  { links, edit, dryRun }: LinksChange,
  signal?: AbortSignal,
): Promise<ChangedLinks> {
  const done: ChangedLinks = { changed: 0, unchanged: 0, failed: [], samples: [], next: null };
  const foreseen = dryRun ? new ForeseenRestorations() : undefined;
  const change = { ctx, author, edit, foreseen, signal, done };
  await partlyStored(
    () => !dryRun && done.changed > 0,
    () => ('codes' in links ? changeByCodes(change, links.codes) : changeByFilter(change, links)),
  );
  return done;
}

interface Change {
  readonly ctx: Context;
  readonly author: Author;
  readonly edit: LinksEdit;
  /** Only in a dry run. */
  readonly foreseen: ForeseenRestorations | undefined;
  readonly signal: AbortSignal | undefined;
  /** The outcomes so far. */
  readonly done: ChangedLinks;
  /** What links must match that others changed in the meantime. */
  readonly filter?: LinkFilter;
}

async function changeByFilter(change: Change, links: LinksOfFilter): Promise<void> {
  const { ctx, author, signal, done } = change;
  const end = performance.now() + MAX_REQUEST_MS;
  const { validity: phase, expiresWithinDays, ...conditions } = links.filter;
  const now = ctx.now();
  const expiring = expiryPeriod(expiresWithinDays, now);
  const chosen = { ...conditions, validity: phase && { phase, now }, expiring };
  const filter = await filterOf(ctx, author.appId, chosen);
  const search = { ...chosen, oldestFirst: false };
  let longestMs = 0;
  for (let [left, from] = [links.limit, links.cursor]; ;) {
    signal?.throwIfAborted();
    const began = performance.now();
    const room = Math.min(left, LINKS_AT_A_TIME);
    const page = await scanPage(ctx, author.appId, search, { room, from, except: [] });
    await changeEach({ ...change, filter }, page.entries);
    left -= page.entries.length;
    done.next = page.next;
    if (page.next === null || left === 0) return;
    longestMs = Math.max(longestMs, performance.now() - began);
    // The next page can take as long as this one: it waits for the pages of all other requests that change many links.
    if (performance.now() + longestMs > end) return;
    from = page.next;
  }
}

async function changeByCodes(change: Change, codes: readonly string[]): Promise<void> {
  const { ctx, author, done } = change;
  for (let at = 0; at < codes.length; at += LINKS_AT_A_TIME) {
    const some = codes.slice(at, at + LINKS_AT_A_TIME);
    const read = await matchingLinks(ctx.db, author.appId, some.filter(isCode), undefined);
    const found = new Map(read.map((link) => [link.code, link]));
    // In the order of the request: of links that need the same URI or external id, the first one gets it.
    const links: StoredLink[] = [];
    for (const code of some) {
      const link = found.get(code);
      if (link) links.push(link);
      else done.failed.push({ code, problem: new Problem('not_found', UNKNOWN_CODE) });
    }
    await changeEach(change, links);
  }
}

async function changeEach(change: Change, links: readonly StoredLink[]): Promise<void> {
  const { ctx, author, signal, done, filter } = change;
  let some = links;
  for (let tries = 1; some.length > 0; tries++) {
    signal?.throwIfAborted();
    const outdated = await changeOnce(change, some);
    if (outdated.length === 0) return;
    if (tries === MAX_TRIES) {
      const problem = new Problem('precondition_failed', CHANGED_TOO_OFTEN);
      for (const code of outdated) done.failed.push({ code, problem });
      return;
    }
    some = await matchingLinks(ctx.db, author.appId, outdated, filter);
  }
}

/** Returns the codes of links that someone else changed after they were read. */
async function changeOnce(
  change: Change,
  links: readonly StoredLink[],
): Promise<readonly string[]> {
  const { ctx, author, edit, foreseen, signal, done } = change;
  const rebuilt = edit.currentTemplates
    ? await rebuiltRoutes(ctx, author.appId, links, signal)
    : undefined;
  const kept = edit.restore ? await findRestorations(ctx.db, author.appId, links) : undefined;
  const writes: WrittenChange[] = [];
  const restored: string[] = [];
  for (const link of links) {
    await yieldToEventLoop(signal);
    if (kept && link.state === 'deleted' && !kept.has(link.code)) {
      restored.push(link.code);
      continue;
    }
    const planned = kept
      ? plannedRestoration(ctx, link, kept, foreseen)
      : plannedChange(ctx, link, edit, rebuilt?.get(link.code));
    if (planned instanceof Problem) done.failed.push({ code: link.code, problem: planned });
    else if (planned === undefined) done.unchanged++;
    else writes.push(planned);
  }
  if (writes.length === 0) return restored;
  if (foreseen) {
    done.changed += writes.length;
    addSamples(done.samples, writes);
    return restored;
  }
  const { outdated, failed } = await oneAtATime(author.appId, () => writeAll(ctx, author, writes));
  for (const { link } of writes) ctx.cache.forget(`link:${link.code}`);
  done.changed += writes.length - outdated.length - failed.length;
  done.failed.push(...failed);
  return [...restored, ...outdated];
}

/** What to write for a link; undefined: it already is as it should be. */
function plannedChange(
  ctx: Context,
  link: StoredLink,
  edit: LinksEdit,
  rebuilt: RebuiltRoutes | undefined,
): WrittenChange | Problem | undefined {
  if (link.state === 'deleted') {
    return edit.state === 'deleted' ? undefined : new Problem('gone', 'The smart link is deleted.');
  }
  if (rebuilt && 'issues' in rebuilt) return refusal(rebuilt.issues);
  const wanted = editedLink<LinkChange>({ ...link, ...rebuilt }, edit);
  if ('issues' in wanted) return refusal(wanted.issues);
  const edited =
    wanted.state === 'deleted' ? deletedLink(wanted, ctx.now(), ctx.restoreDays) : wanted;
  const fields = changedFields(link, edited);
  if (fields.length === 0) return undefined;
  // The entry names the template, which tells it from entries about routes that someone changed.
  if (fields.includes('routes') && !fields.includes('template')) fields.push('template');
  const action = edited.state === 'deleted' ? 'delete' : 'change';
  return { link, after: edited, fields, action };
}

/** `foreseen` undefined: conflicts with others are found when the link is written, after the earlier ones. */
function plannedRestoration(
  ctx: Context,
  link: StoredLink,
  kept: Restorations,
  foreseen: ForeseenRestorations | undefined,
): WrittenChange | Problem | undefined {
  if (link.state !== 'deleted') return undefined;
  const known = foreseen?.after(kept, link) ?? withoutConflicts(kept, link);
  const after = restoration(link, known, ctx.now());
  if (after instanceof Problem) return after;
  foreseen?.add(kept, link);
  return { link, after, fields: changedFields(link, after), action: 'restore' };
}

function addSamples(samples: ChangedRoutes[], writes: readonly WrittenChange[]): void {
  for (const { link, after, fields } of writes) {
    if (samples.length === MAX_SAMPLES) return;
    if (!fields.includes('routes')) continue;
    samples.push({ code: link.code, before: link.routes, after: after.routes });
  }
}

function writeAll(
  ctx: Context,
  author: Author,
  writes: readonly WrittenChange[],
): Promise<{ readonly outdated: readonly string[]; readonly failed: readonly FailedChange[] }> {
  return ctx.db.appTransaction(author.appId, async (tx) => {
    await assertRole(tx, author, 'editor');
    const outdated: string[] = [];
    const failed: FailedChange[] = [];
    for (const write of inLockOrder(writes)) {
      const { link } = write;
      if (write.action === 'restore') {
        const kept = await findRestorations(tx, author.appId, [link]);
        // Someone else has restored it.
        if (!kept.has(link.code)) {
          outdated.push(link.code);
          continue;
        }
        const after = restoration(link, kept, ctx.now());
        if (after instanceof Problem) {
          failed.push({ code: link.code, problem: after });
          continue;
        }
      }
      if (!(await writeLink(ctx, tx, author, write))) outdated.push(link.code);
    }
    return { outdated, failed };
  });
}

/** A batch of redemptions locks its links in the order of their codes. Of restored links, the first ones get what conflicts. */
function inLockOrder(writes: readonly WrittenChange[]): readonly WrittenChange[] {
  if (writes.some(({ action }) => action === 'restore')) return writes;
  return writes.toSorted(({ link: a }, { link: b }) => (a.code < b.code ? -1 : 1));
}
