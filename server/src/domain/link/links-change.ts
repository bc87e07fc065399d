import { Type, type Static } from 'typebox';
import { searchTextIssue } from '../search/search-text.ts';
import { issueAt, issueIf, type Issue, type Refused } from '../text/issue.ts';
import { parserOf } from '../text/schema.ts';
import { closedObject, component, patternText } from '../text/shapes.ts';
import { linkConditions } from './link-filter.ts';
import { LINK_STATES, type LinkState } from './link-state.ts';
import { tagIssues, TagsSchema } from './tags.ts';
import type { ValidityPhase } from './validity.ts';

/** The maximum number of links of one request. */
export const MAX_CHANGED_LINKS = 1000;

const tagsOf = (description: string) => ({ ...TagsSchema, description });

/** The body of `POST /manage/v1/smartlinks/changes`. */
export const LinksChangeSchema = component(
  'LinksChange',
  {
    codes: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: MAX_CHANGED_LINKS,
        description: 'The codes of the links. Either this or `filter`.',
      }),
    ),
    filter: Type.Optional(
      closedObject(linkConditions('A search.', Type.Boolean()), {
        description: 'The conditions of the list of links; `{}` selects all links.',
      }),
    ),
    cursor: Type.Optional(
      patternText('^\\d{1,15}$', 'must be the `next_cursor` of a previous response', {
        description: 'The `next_cursor` of the previous response. Only with `filter`.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_CHANGED_LINKS,
        default: MAX_CHANGED_LINKS,
        description: 'The maximum number of links of this request. Only with `filter`.',
      }),
    ),
    dry_run: Type.Optional(
      Type.Boolean({ default: false, description: 'Count what would change; change nothing.' }),
    ),
    change: closedObject(
      {
        add_tags: Type.Optional(tagsOf('Tags that every link gets.')),
        remove_tags: Type.Optional(tagsOf('Tags that no link keeps.')),
        state: Type.Optional(
          Type.Enum([...LINK_STATES], {
            description: '`deleted` is the only change of its request.',
          }),
        ),
        restore: Type.Optional(
          Type.Literal(true, {
            description:
              'Deleted links become what they were. With a filter, `state` is `deleted`. The only change of its request.',
          }),
        ),
        routes: Type.Optional(
          Type.Enum(['current_templates'], {
            description:
              'The links get the routes that the current templates and platforms create. Routes of the request that created a link stay, and so do the routes of platforms that were changed later.',
          }),
        ),
      },
      { description: 'At least one change.' },
    ),
  },
  {
    examples: [
      { codes: ['Sale26', 'H7kTq2Rb'], change: { add_tags: ['spring'] } },
      { filter: { tag: 'spring' }, dry_run: true, change: { state: 'disabled' } },
      { filter: { template: 'product' }, change: { routes: 'current_templates' } },
    ],
  },
);

export interface LinksEdit {
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
  /** Undefined: the state stays. */
  readonly state: LinkState | undefined;
  /** Whether deleted links become what they were. */
  readonly restore: boolean;
  /** Whether the links get the routes that the current templates create. */
  readonly currentTemplates: boolean;
}

/** The conditions of a list of links. */
interface LinksFilter {
  readonly text: string | undefined;
  readonly tag: string | undefined;
  readonly template: string | undefined;
  readonly externalId: string | undefined;
  /** Undefined: all except deleted links. */
  readonly state: LinkState | undefined;
  readonly unique: boolean | undefined;
  readonly validity: ValidityPhase | undefined;
  readonly expiresWithinDays: number | undefined;
}

/** A page of the links that match. */
export interface LinksOfFilter {
  readonly filter: LinksFilter;
  /** Where the previous page ended; undefined: from the newest link. */
  readonly cursor: number | undefined;
  readonly limit: number;
}

/** The links of a request: these, or a page of those that match. */
type ChosenLinks = { readonly codes: readonly string[] } | LinksOfFilter;

export interface LinksChange {
  readonly links: ChosenLinks;
  readonly edit: LinksEdit;
  /** Change nothing. */
  readonly dryRun: boolean;
}

/** Reads a change of many links, or returns all errors. */
export const parseLinksChange = parserOf(LinksChangeSchema, readLinksChange);

type Request = Static<typeof LinksChangeSchema>;

function readLinksChange(request: Request): LinksChange | Refused {
  const issues = [...selectionIssues(request), ...changeIssues(request)];
  if (issues.length > 0) return { issues };
  const { add_tags: addTags = [], remove_tags: removeTags = [], state } = request.change;
  const { routes, restore = false } = request.change;
  return {
    links: chosenLinks(request),
    edit: { addTags, removeTags, state, restore, currentTemplates: routes !== undefined },
    dryRun: request.dry_run ?? false,
  };
}

function chosenLinks({
  codes,
  filter = {},
  cursor,
  limit = MAX_CHANGED_LINKS,
}: Request): ChosenLinks {
  if (codes) return { codes: [...new Set(codes)] };
  const { q: text, tag, template, external_id: externalId, state, unique, validity } = filter;
  const { expires_within_days: expiresWithinDays } = filter;
  return {
    filter: { text, tag, template, externalId, state, unique, validity, expiresWithinDays },
    cursor: cursor === undefined ? undefined : Number(cursor),
    limit,
  };
}

function selectionIssues({ codes, filter, cursor, limit }: Request): Issue[] {
  const ofFilter = codes ? Object.entries({ filter, cursor, limit }) : [];
  const texts = (['q', 'tag', 'template', 'external_id'] as const).map((name) => {
    const text = filter?.[name];
    return issueAt(`/filter/${name}`, text === undefined ? undefined : searchTextIssue(text));
  });
  return [
    ...issueIf(!codes && !filter, '', 'must have "codes" or "filter"'),
    ...ofFilter.flatMap(([name, sent]) =>
      issueIf(sent !== undefined, `/${name}`, 'cannot be combined with "codes"'),
    ),
    ...texts.flat(),
  ];
}

function changeIssues({ change, filter }: Request): Issue[] {
  const { add_tags: added = [], remove_tags: removed = [], state, routes, restore } = change;
  const others = added.length + removed.length > 0 || routes !== undefined;
  const changes = others || state !== undefined || restore !== undefined;
  const restoresOthers =
    restore !== undefined && filter !== undefined && filter.state !== 'deleted';
  return [
    ...tagIssues(added, '/change/add_tags'),
    ...removed.flatMap((tag, index) =>
      issueIf(added.includes(tag), `/change/remove_tags/${index}`, 'is also in "add_tags"'),
    ),
    ...issueIf(!changes, '/change', 'must have at least one change'),
    ...issueIf(
      others && state === 'deleted',
      '/change/state',
      'must be the only change if it is "deleted"',
    ),
    ...issueIf(
      restore !== undefined && Object.keys(change).length > 1,
      '/change/restore',
      'must be the only change',
    ),
    ...issueIf(restoresOthers, '/filter/state', 'must be "deleted", to restore links'),
  ];
}
