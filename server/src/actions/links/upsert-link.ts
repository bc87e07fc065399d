import { newLink, type NewLink } from '../../domain/link/link.ts';
import type { ManagedLinkDraft } from '../../domain/link/managed-link-request.ts';
import { isRerouted, upsertedLink } from '../../domain/link/upserted-link.ts';
import { validityIssues } from '../../domain/link/validity.ts';
import { fail, refuse } from '../../problem.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  findExternalCode,
  findLink,
  findUniqueCode,
  replaceOrigin,
  type StoredLink,
} from '../../storage/links.ts';
import { loadOverrides } from '../../storage/routed-links.ts';
import { rulesOf, type Context } from '../context.ts';
import { uniqueKeyOf } from './create-link.ts';
import {
  insertManagedLink,
  plannedLink,
  type CreatedManagedLink,
  type PlannedLink,
} from './create-managed-link.ts';
import { externalIdTaken } from './external-id.ts';
import { changedFields, changedInTheMeantime, writeLink, type Author } from './save-link.ts';

/**
 * Creates the link with an external id, or changes the one that has it. What the request leaves out stays as it is.
 * @throws the problems of `createManagedLink`
 */
export async function upsertLink(
  ctx: Context,
  author: Author,
  draft: ManagedLinkDraft & { readonly externalId: string },
): Promise<CreatedManagedLink> {
  const planned = plannedLink(ctx, draft, await rulesOf(ctx, author.appId));
  if ('issues' in planned) refuse(planned.issues);
  const result = await ctx.db.appTransaction(author.appId, async (tx) => {
    const code = await findExternalCode(tx, author.appId, draft.externalId);
    if (code === undefined) return insertManagedLink(ctx, tx, author, planned);
    const { link } = await updateManagedLink(ctx, tx, author, planned, code);
    return { link, created: false };
  });
  if (!result.created) ctx.cache.forget(`link:${result.link.code}`);
  return result;
}

/** Changes an existing link in a transaction that locks its app. If it throws, it has written nothing. */
export async function updateManagedLink(
  ctx: Context,
  tx: Transaction,
  author: Author,
  planned: PlannedLink,
  code: string,
): Promise<{ readonly link: StoredLink; readonly changed: boolean }> {
  const { draft } = planned;
  const before = await findLink(tx, code);
  if (!before) throw new Error(`the link ${code} disappeared right after it was found`);
  if (draft.code !== undefined && draft.code !== code) {
    throw externalIdTaken(draft.externalId ?? '', code);
  }
  const rerouted = isRerouted(before, draft);
  const keepsRoutes = rerouted && !draft.overrides;
  const link = keepsRoutes ? await withStoredRoutes(ctx, tx, code, planned) : planned.link;
  const after = upsertedLink(before, draft, link);
  const issues = validityIssues(after);
  if (issues.length > 0) refuse(issues);
  const fields = changedFields(before, after);
  if (fields.length === 0) return { link: before, changed: false };
  const uniqueKey = before.unique ? await freeUniqueKey(tx, before, after.uri) : undefined;
  // The entry names the template, which tells it from entries about routes that someone changed.
  if (fields.includes('routes') && !fields.includes('template')) fields.push('template');
  const write = { link: before, after, fields, action: 'change' } as const;
  if (!(await writeLink(ctx, tx, author, write))) changedInTheMeantime();
  if (rerouted) await replaceOrigin(tx, code, link.overrides, uniqueKey);
  return { link: (await findLink(tx, code)) ?? before, changed: true };
}

/** A request with another URI and without routes keeps the routes of the request that created the link. */
async function withStoredRoutes(
  ctx: Context,
  tx: Transaction,
  code: string,
  { draft, rules }: PlannedLink,
): Promise<NewLink> {
  const overrides = (await loadOverrides(ctx.db.engine, tx, [code])).get(code);
  const parsed = newLink({ ...draft, overrides }, rules, ctx.own());
  if ('issues' in parsed) refuse(parsed.issues);
  return parsed.link;
}

/**
 * The key of a unique link that gets this URI.
 * @throws `uri_taken`
 */
async function freeUniqueKey(
  tx: Transaction,
  { appId, code, createdBy }: StoredLink,
  uri: string,
): Promise<string> {
  const key = uniqueKeyOf(uri, createdBy.kind === 'platform_token');
  const taken = await findUniqueCode(tx, appId, key);
  if (taken === undefined || taken === code) return key;
  const detail = `The app already has a unique link for this URI, with the code "${taken}".`;
  return fail('uri_taken', detail, { members: { existing_code: taken } });
}
