import { isDeepStrictEqual } from 'node:util';
import { draftedLink, type NewLink } from '../../domain/link/link.ts';
import type { ManagedLinkDraft } from '../../domain/link/managed-link-request.ts';
import type { Routes } from '../../domain/link/route.ts';
import { upsertedLink } from '../../domain/link/upserted-link.ts';
import { validityIssues } from '../../domain/link/validity.ts';
import { refuse } from '../../problem.ts';
import type { Transaction } from '../../storage/database.ts';
import type { ChangeableField } from '../../storage/link-columns.ts';
import { findExternalCode, findLink, replaceOrigin, type StoredLink } from '../../storage/links.ts';
import { rulesOf, type Context, type Author } from '../context.ts';
import { assertRole } from '../members/assert-role.ts';
import { uniqueKeyOf } from './create-link.ts';
import {
  assertValidDraft,
  errorsOf,
  insertManagedLink,
  plannedLink,
  uriTaken,
  type CreatedManagedLink,
  type PlannedLink,
} from './create-managed-link.ts';
import { changedMetadataIssues } from './changed-metadata.ts';
import { externalIdTaken } from './external-id.ts';
import { storedLinks, type LinkSource } from './link-source.ts';
import { changedFields, changedInTheMeantime, writeLink } from './save-link.ts';

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
  assertValidDraft(planned);
  const result = await ctx.db.appTransaction(author.appId, async (tx) => {
    await assertRole(tx, author, 'editor');
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
  const update = await plannedUpdate(storedLinks(tx, author.appId), ctx, planned, code);
  const { before, after, fields, origin } = update;
  const changed = fields.length > 0;
  const write = { link: before, after, fields, action: 'change' } as const;
  if (changed && !(await writeLink(ctx, tx, author, write))) changedInTheMeantime();
  if (origin) await replaceOrigin(tx, code, origin.overrides, origin.uniqueKey, !changed);
  if (!changed && !origin) return { link: before, changed };
  return { link: (await findLink(tx, code)) ?? before, changed };
}

/** A change of an existing link, not yet written. */
export interface PlannedUpdate {
  readonly before: StoredLink;
  readonly after: StoredLink;
  /** What the audit entry contains; none: the link already is as requested. */
  readonly fields: readonly ChangeableField[];
  /** What the link is now created from, which can differ although the link is as requested; undefined: what it was. */
  readonly origin:
    { readonly overrides: Routes | undefined; readonly uniqueKey: string | undefined } | undefined;
}

/**
 * What a request makes of the link with its external id.
 * @throws `external_id_taken`, `uri_taken`, `validation_failed`
 */
export async function plannedUpdate(
  links: LinkSource,
  ctx: Context,
  planned: PlannedLink,
  code: string,
): Promise<PlannedUpdate> {
  const { draft } = planned;
  const before = await links.findLink(code);
  if (!before) throw new Error(`the link ${code} disappeared right after it was found`);
  if (draft.code !== undefined && draft.code !== code) {
    throw externalIdTaken(draft.externalId ?? '', code);
  }
  // A link that leads where it did keeps its routes, so whether they would be refused now does not matter.
  const link = (await isRerouted(links, before, draft))
    ? await reroutedLink(links, ctx, code, planned)
    : undefined;
  const after = upsertedLink(before, draft, link);
  const ofMetadata = await changedMetadataIssues(links.reader, before, after);
  const issues = [...validityIssues(after), ...ofMetadata];
  if (issues.length > 0) refuse(issues);
  const fields = changedFields(before, after);
  if (fields.length === 0 && !(link && (await pinsOthers(links, code, link.overrides)))) {
    return { before, after, fields, origin: undefined };
  }
  const uniqueKey = before.unique ? await freeUniqueKey(links, before, after.uri) : undefined;
  // The URI tells `current_templates` that the routes were created again, the template that nobody edited them.
  if (fields.includes('routes')) {
    for (const named of ['uri', 'template'] as const) {
      if (!fields.includes(named)) fields.push(named);
    }
  }
  const origin = link && { overrides: link.overrides, uniqueKey };
  return { before, after, fields, origin };
}

/** Whether the request leads elsewhere, so that the routes are created again. */
async function isRerouted(
  links: LinkSource,
  { code, uri }: StoredLink,
  { uri: sent, overrides }: ManagedLinkDraft,
): Promise<boolean> {
  if (sent?.text !== uri) return true;
  if (!overrides) return false;
  // An export has the routes of the create, so a row of it says nothing about routes that were changed since. An empty
  // object is in no export: it asks for the routes of the templates.
  return Object.keys(overrides).length === 0 || pinsOthers(links, code, overrides);
}

/**
 * The link of a request with other routes, or with another URI: without routes, it keeps those of the request that created it.
 * @throws `validation_failed`
 */
async function reroutedLink(
  links: LinkSource,
  ctx: Context,
  code: string,
  planned: PlannedLink,
): Promise<NewLink> {
  const { draft, rules } = planned;
  if (draft.overrides) return planned.link ?? refuse(errorsOf(planned));
  const overrides = await links.findOverrides(code);
  const { link, issues } = draftedLink({ ...draft, overrides }, rules, ctx.own());
  return link ?? refuse(issues);
}

/** Whether the request has other routes than the one that created the link: these stay when templates change. */
async function pinsOthers(
  links: LinkSource,
  code: string,
  overrides: ManagedLinkDraft['overrides'],
): Promise<boolean> {
  return !isDeepStrictEqual({ ...overrides }, { ...(await links.findOverrides(code)) });
}

/**
 * The key of a unique link that gets this URI.
 * @throws `uri_taken`
 */
async function freeUniqueKey(
  links: LinkSource,
  { code, createdBy }: StoredLink,
  uri: string,
): Promise<string> {
  const key = uniqueKeyOf(uri, createdBy.kind === 'platform_token');
  const taken = await links.findUniqueCode(key);
  return taken === undefined || taken === code ? key : uriTaken(taken);
}
