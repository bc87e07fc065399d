import { isCode } from '../../domain/link/code.ts';
import type { OnConflict } from '../../domain/link/links-request.ts';
import type { Routes } from '../../domain/link/route.ts';
import { copied } from '../../domain/text/copied.ts';
import { Problem } from '../../problem.ts';
import type { LinkFields } from '../../storage/link-columns.ts';
import type { StoredLink } from '../../storage/links.ts';
import { yieldToEventLoop } from '../../time-slices.ts';
import type { Author, Context } from '../context.ts';
import { uniqueKeyOf } from './create-link.ts';
import {
  assertExistingFits,
  assertValidDraft,
  codeTaken,
  newLinkOf,
  newRow,
  type PlannedLink,
} from './create-managed-link.ts';
import { externalIdTaken } from './external-id.ts';
import { problemOf, type LinkResult, type NumberedLink } from './link-result.ts';
import { storedLinks, type LinkSource } from './link-source.ts';
import { plannedUpdate } from './upsert-link.ts';

/**
 * Returns what would happen with each link, and adds the links to `foreseen`. It is what happens if no one else writes in
 * the meantime. Nothing is written and no app is locked, so others do not wait.
 */
export async function foreseenResults(
  ctx: Context,
  author: Author,
  links: readonly NumberedLink[],
  onConflict: OnConflict,
  foreseen: ForeseenLinks,
): Promise<LinkResult[]> {
  const results: LinkResult[] = [];
  for (const { index, planned } of links) {
    await yieldToEventLoop();
    try {
      const { outcome, code } = await foreseenWrite(ctx, author, planned, onConflict, foreseen);
      results[index] = { outcome, code: isCode(code) ? code : undefined };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      results[index] = problemOf(index, withoutDrawnCode(error));
    }
  }
  return results;
}

/** Does what `writeLink` of `createLinks` does, without a database that writes and draws codes. */
async function foreseenWrite(
  ctx: Context,
  author: Author,
  planned: PlannedLink,
  onConflict: OnConflict,
  links: ForeseenLinks,
): Promise<{ readonly outcome: 'created' | 'existing' | 'updated'; readonly code: string }> {
  assertValidDraft(planned);
  const { draft } = planned;
  const { externalId } = draft;
  const code = externalId === null ? undefined : await links.findExternalCode(externalId);
  if (code !== undefined && externalId !== null) {
    if (onConflict === 'fail') throw externalIdTaken(externalId, code);
    if (onConflict === 'skip') return { outcome: 'existing', code };
    const { before, after, fields, origin } = await plannedUpdate(links, ctx, planned, code);
    if (origin && before.unique) {
      links.freeUniqueKey(uniqueKeyOf(before.uri, before.createdBy.kind === 'platform_token'));
    }
    links.add(after, onConflict, origin);
    return { outcome: fields.length > 0 ? 'updated' : 'existing', code };
  }
  const ofUnique = draft.unique && draft.uri ? uniqueKeyOf(draft.uri.text, false) : undefined;
  const existing = ofUnique === undefined ? undefined : await links.findUniqueCode(ofUnique);
  if (existing !== undefined) {
    const found = await links.findIdentity(existing);
    if (found) assertExistingFits(found, draft);
    return { outcome: 'existing', code: existing };
  }
  const row = newRow(ctx, author, draft, newLinkOf(planned));
  const { uniqueKey, overrides, createdBy: _, ...fields } = row;
  const taken = draft.code === undefined ? undefined : await links.findIdentity(draft.code);
  // A dry run leaves no trace, so it must not disclose the codes of other apps.
  if (taken?.appId === author.appId) codeTaken(taken.code);
  const { name, note, validFrom, earlyUrl, expiredUrl, ownRules } = draft;
  const created: StoredLink = {
    ...fields,
    name,
    note,
    externalId,
    validFrom,
    earlyUrl,
    expiredUrl,
    ownRules,
    code: draft.code ?? links.placeholder(),
    unique: uniqueKey !== null,
    createdBy: { kind: 'command', id: author.actor, name: null },
    state: 'active',
    redemptions: 0,
    version: 1,
    metadataVersion: 1,
    restorableUntil: null,
  };
  links.add(created, onConflict, { overrides, uniqueKey });
  return { outcome: 'created', code: created.code };
}

/** What a new link can be in conflict with. */
type LinkIdentity = Pick<StoredLink, 'appId' | 'code' | 'externalId'>;

/**
 * The links as they would be after the earlier links of a dry run. The file of an import can have millions, so only what a
 * later link can ask for is kept.
 */
export class ForeseenLinks implements LinkSource {
  readonly #stored: LinkSource;
  readonly #appId: string;
  #drawn = 0;
  readonly #externalIds = new Map<string, string | null>();
  readonly #externalCodes = new Map<string, string>();
  /** The codes of unique links by their keys; undefined: a link had the key and has another one now. */
  readonly #uniqueCodes = new Map<string, string | undefined>();
  /** Only links that can be updated, and the routes of their requests: as JSON, which shares no memory with the file. */
  readonly #links = new Map<string, string>();
  readonly #overrides = new Map<string, string>();

  /** It begins with the stored links of an app. */
  constructor(ctx: Context, appId: string) {
    this.#stored = storedLinks(ctx.db, appId);
    this.#appId = appId;
  }

  get reader() {
    return this.#stored.reader;
  }

  /** In place of a code that only the database draws. It is no code. */
  placeholder(): string {
    return `#${this.#drawn++}`;
  }

  add(
    link: StoredLink,
    onConflict: OnConflict,
    origin?: {
      overrides: LinkFields['overrides'] | undefined;
      uniqueKey: string | null | undefined;
    },
  ): void {
    if (!isCode(link.code) && link.externalId === null && !link.unique) return;
    const code = copied(link.code);
    const externalId = link.externalId === null ? null : copied(link.externalId);
    this.#externalIds.set(code, externalId);
    if (typeof origin?.uniqueKey === 'string') this.#uniqueCodes.set(origin.uniqueKey, code);
    if (externalId === null) return;
    this.#externalCodes.set(externalId, code);
    if (onConflict !== 'update') return;
    this.#links.set(code, JSON.stringify(link));
    if (origin) this.#overrides.set(code, JSON.stringify(origin.overrides ?? {}));
  }

  freeUniqueKey(key: string): void {
    this.#uniqueCodes.set(key, undefined);
  }

  async findExternalCode(externalId: string) {
    return this.#externalCodes.get(externalId) ?? (await this.#stored.findExternalCode(externalId));
  }

  async findUniqueCode(key: string) {
    return this.#uniqueCodes.has(key)
      ? this.#uniqueCodes.get(key)
      : await this.#stored.findUniqueCode(key);
  }

  async findIdentity(code: string): Promise<LinkIdentity | undefined> {
    const externalId = this.#externalIds.get(code);
    if (externalId === undefined) return this.#stored.findLink(code);
    return { appId: this.#appId, code, externalId };
  }

  async findLink(code: string) {
    const json = this.#links.get(code);
    return json === undefined ? this.#stored.findLink(code) : (JSON.parse(json) as StoredLink);
  }

  async findOverrides(code: string) {
    const json = this.#overrides.get(code);
    return json === undefined ? this.#stored.findOverrides(code) : (JSON.parse(json) as Routes);
  }
}

/** A problem about an earlier link of the dry run whose code is not yet drawn. */
function withoutDrawnCode(problem: Problem): Problem {
  const { code, issues, members } = problem;
  const existing = members?.['existing_code'];
  if (typeof existing !== 'string' || isCode(existing)) return problem;
  const detail =
    code === 'uri_taken'
      ? 'An earlier link of the dry run is the unique link for this URI.'
      : 'An earlier link of the dry run has this external_id.';
  return new Problem(code, detail, { issues });
}
