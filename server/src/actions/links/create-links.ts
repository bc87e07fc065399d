import type { LinksRequest, OnConflict } from '../../domain/link/links-request.ts';
import { readManagedLinkRequest } from '../../domain/link/managed-link-request.ts';
import { MAX_ISSUES, type Issue } from '../../domain/text/issue.ts';
import { Problem, refuse } from '../../problem.ts';
import {
  findBulkAnswer,
  saveBulkAnswer,
  takeBulkKey,
  type BulkAnswer,
  type BulkKey,
} from '../../storage/bulk-answers.ts';
import type { Transaction } from '../../storage/database.ts';
import { findExternalCode, lockExternalLinks } from '../../storage/links.ts';
import { yieldToEventLoop } from '../../time-slices.ts';
import { rulesOf, type Context, type Author } from '../context.ts';
import { assertRole } from '../members/assert-role.ts';
import { keyReused, type Once } from './create-link.ts';
import {
  assertValidDraft,
  insertManagedLink,
  plannedLink,
  type PlannedLink,
} from './create-managed-link.ts';
import { externalIdTaken } from './external-id.ts';
import { ForeseenLinks, foreseenResults } from './foreseen-links.ts';
import { problemOf, type LinkResult, type NumberedLink } from './link-result.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { partlyStored } from './partly-stored.ts';
import { updateManagedLink } from './upsert-link.ts';

/** Links of one transaction: other writes wait for it. */
export const LINKS_AT_A_TIME = 50;

interface CreateOptions {
  readonly once?: Once | undefined;
  readonly signal?: AbortSignal;
  /** Of earlier dry runs, whose links count as created. */
  readonly foreseen?: ForeseenLinks;
}

/**
 * Creates or changes the links of a request, each with an audit entry and an event. Returns one result for each link, in
 * order. If this throws, or `signal` is aborted, some links can be written, unless the request is atomic; the same
 * request with the same key writes the rest.
 * @throws `idempotency_key_reused`, `role_too_low`; if the request is atomic, the problem of the first link that fails
 */
export async function createLinks(
  ctx: Context,
  author: Author,
  request: LinksRequest,
  { once, signal, foreseen }: CreateOptions = {},
): Promise<LinkResult[]> {
  const { appId } = author;
  const links = await plannedLinks(ctx, appId, request.links, signal);
  if (request.dryRun) {
    const earlier = foreseen ?? new ForeseenLinks(ctx, appId);
    return foreseenResults(ctx, author, links, request.onConflict, earlier);
  }
  const results: LinkResult[] = [];
  const key = once && { appId, now: ctx.now(), ...once };
  const size = request.atomic ? links.length : LINKS_AT_A_TIME;
  await partlyStored(
    () => results.some((result) => !(result instanceof Problem)),
    async () => {
      for (let at = 0; at < Math.max(1, links.length); at += Math.max(1, size)) {
        signal?.throwIfAborted();
        const some = links.slice(at, at + size);
        const written = await oneAtATime(appId, () =>
          ctx.db.appTransaction(appId, (tx) =>
            writeLinks(ctx, tx, author, { ...request, some, key }),
          ),
        );
        for (const [index, result] of written) {
          results[index] = result;
          if (!(result instanceof Problem)) ctx.cache.forget(`link:${result.code}`);
        }
      }
    },
  );
  return results;
}

/** Checks each link by the rules of the app. Whether errors matter depends on what is stored. */
async function plannedLinks(
  ctx: Context,
  appId: string,
  links: LinksRequest['links'],
  signal: AbortSignal | undefined,
): Promise<NumberedLink[]> {
  const rules = await rulesOf(ctx, appId);
  const numbered: NumberedLink[] = [];
  for (const [index, json] of links.entries()) {
    await yieldToEventLoop(signal);
    const planned = plannedLink(ctx, readManagedLinkRequest(json, ctx.own()), rules);
    numbered.push({ index, planned });
  }
  return numbered;
}

interface Writes {
  readonly some: readonly NumberedLink[];
  readonly onConflict: OnConflict;
  readonly atomic: boolean;
  readonly key: BulkKey | undefined;
}

async function writeLinks(
  ctx: Context,
  tx: Transaction,
  author: Author,
  { some, onConflict, atomic, key }: Writes,
): Promise<Map<number, LinkResult>> {
  await assertRole(tx, author, 'editor');
  const taken = key && (await takeBulkKey(tx, key));
  if (taken === 'reused') keyReused();
  if (onConflict === 'update' && ctx.db.engine === 'postgres') {
    const ids = some.flatMap(({ planned }) => planned.draft.externalId ?? []);
    if (ids.length > 0) await lockExternalLinks(tx, author.appId, ids);
  }
  const written = new Map<number, LinkResult>();
  const refused: Issue[] = [];
  for (const { index, planned } of some) {
    const stored = key && taken === 'repeated' && (await findBulkAnswer(tx, key, index));
    if (stored) {
      written.set(index, stored);
      continue;
    }
    try {
      const answer = await writeLink(ctx, tx, author, planned, onConflict);
      if (key) await saveBulkAnswer(tx, key, index, answer);
      written.set(index, answer);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const problem = problemOf(index, error);
      if (atomic && problem.code === 'validation_failed') refused.push(...(problem.issues ?? []));
      // Once a link was refused, the others are tried only to report all that are.
      else if (atomic && refused.length === 0) throw problem;
      if (refused.length >= MAX_ISSUES) break;
      written.set(index, problem);
    }
  }
  if (refused.length > 0) refuse(refused.slice(0, MAX_ISSUES));
  return written;
}

/** Creates or changes a link. If it throws a problem, it has written nothing. */
async function writeLink(
  ctx: Context,
  tx: Transaction,
  author: Author,
  planned: PlannedLink,
  onConflict: OnConflict,
): Promise<BulkAnswer> {
  assertValidDraft(planned);
  const { externalId } = planned.draft;
  const code =
    externalId === null ? undefined : await findExternalCode(tx, author.appId, externalId);
  if (code === undefined || externalId === null) {
    const { link, created } = await insertManagedLink(ctx, tx, author, planned);
    return { outcome: created ? 'created' : 'existing', code: link.code };
  }
  if (onConflict === 'fail') throw externalIdTaken(externalId, code);
  if (onConflict === 'skip') return { outcome: 'existing', code };
  const { changed } = await updateManagedLink(ctx, tx, author, planned, code);
  return { outcome: changed ? 'updated' : 'existing', code };
}
