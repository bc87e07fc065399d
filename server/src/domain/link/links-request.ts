import { Type, type Static } from 'typebox';
import type { Issue, Refused } from '../text/issue.ts';
import type { JsonText } from '../text/json.ts';
import { parseEntries, readLongList, type RefusedJson } from '../text/long-list.ts';
import { issuesOf } from '../text/schema.ts';
import { closedObject, component, refTo } from '../text/shapes.ts';
import type { Steps } from '../text/steps.ts';
import { ManagedLinkRequestSchema } from './managed-link-request.ts';

export const MAX_CREATED_LINKS = 1000;
/** The maximum number of links of an atomic request: it is one transaction, for which other writes wait. */
export const MAX_ATOMIC_LINKS = 200;

export const ON_CONFLICT = ['fail', 'skip', 'update'] as const;
export type OnConflict = (typeof ON_CONFLICT)[number];

const OPTIONS = {
  on_conflict: Type.Optional(
    Type.Enum([...ON_CONFLICT], {
      default: 'fail',
      description:
        'What happens with a link whose `external_id` another link has: it fails, the other link stays as it is (`skip`), or the other link is changed as by `PUT /manage/v1/external-ids/{external_id}` (`update`).',
    }),
  ),
  atomic: Type.Optional(
    Type.Boolean({
      default: false,
      description: `If a link fails, nothing is created or changed. Possible with at most ${MAX_ATOMIC_LINKS} links.`,
    }),
  ),
  dry_run: Type.Optional(
    Type.Boolean({ default: false, description: 'Report what would happen; change nothing.' }),
  ),
};

/** The body of `POST /manage/v1/smartlinks/bulk`. */
export const LinksRequestSchema = component(
  'LinksRequest',
  {
    links: Type.Array(refTo(ManagedLinkRequestSchema), {
      minItems: 1,
      maxItems: MAX_CREATED_LINKS,
      description: 'The links, as in `POST /manage/v1/smartlinks`.',
    }),
    ...OPTIONS,
  },
  {
    examples: [
      {
        links: [{ uri: 'products/5', external_id: 'SKU-5' }, { uri: 'products/6' }],
        on_conflict: 'update',
      },
    ],
  },
);

/** A request to create many links. Their fields are not checked yet. */
export interface LinksRequest {
  readonly links: readonly JsonText[];
  readonly onConflict: OnConflict;
  readonly atomic: boolean;
  readonly dryRun: boolean;
}

const headIssues = issuesOf(closedObject({ links: Type.Array(Type.Unknown()), ...OPTIONS }), []);

/** Reads a request, or returns all errors. */
export function* parseLinksRequest(text: string): Steps<LinksRequest | RefusedJson> {
  const list = yield* readLongList(text, 'links', MAX_CREATED_LINKS);
  if ('issues' in list) return list;
  const { value, entries } = list;
  const issues = headIssues(value);
  if (issues.length > 0) return { issues };
  const {
    on_conflict: onConflict = 'fail',
    atomic = false,
    dry_run: dryRun = false,
  } = value as Options;
  if (entries.length === 0) return refused('must not be empty');
  if (atomic && entries.length > MAX_ATOMIC_LINKS)
    return refused(`must have at most ${MAX_ATOMIC_LINKS} entries if the request is atomic`);
  const links = yield* parseEntries(entries, 'links');
  if ('issues' in links) return links;
  return { links: links.parsed, onConflict, atomic, dryRun };
}

type Options = Omit<Static<typeof LinksRequestSchema>, 'links'>;

const refused = (detail: string): Refused => ({ issues: [{ pointer: '/links', detail }] });

/** An error of a link, as one of the request. */
export function under(index: number, { pointer, detail }: Issue): Issue {
  return { pointer: `/links/${index}${pointer}`, detail };
}
