import { Type, type Static } from 'typebox';
import { searchTextIssue } from '../search/search-text.ts';
import type { Issue, Refused } from '../text/issue.ts';
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
export interface LinksFilter {
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
export type ChosenLinks = { readonly codes: readonly string[] } | LinksOfFilter;

export interface LinksChange {
  readonly links: ChosenLinks;
  readonly edit: LinksEdit;
  /** Change nothing. */
  readonly dryRun: boolean;
}

/** Reads a change of many links, or returns all errors. */
export const parseLinksChange = parserOf(LinksChangeSchema, readLinksChange);

function readLinksChange(request: Static<typeof LinksChangeSchema>): LinksChange | Refused {
  const issues = [
    ...selectionIssues(request),
    ...changeIssues(request.change),
    ...restoreIssues(request),
  ];
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
}: Static<typeof LinksChangeSchema>): ChosenLinks {
  if (codes) return { codes: [...new Set(codes)] };
  const { q: text, tag, template, external_id: externalId, state, unique, validity } = filter;
  const { expires_within_days: expiresWithinDays } = filter;
  return {
    filter: { text, tag, template, externalId, state, unique, validity, expiresWithinDays },
    cursor: cursor === undefined ? undefined : Number(cursor),
    limit,
  };
}

function selectionIssues(request: Static<typeof LinksChangeSchema>): Issue[] {
  const { codes, filter, cursor, limit } = request;
  const issues: Issue[] = [];
  if (!codes && !filter) issues.push({ pointer: '', detail: 'must have "codes" or "filter"' });
  if (codes) {
    for (const [name, sent] of Object.entries({ filter, cursor, limit })) {
      if (sent === undefined) continue;
      issues.push({ pointer: `/${name}`, detail: 'cannot be combined with "codes"' });
    }
  }
  for (const name of ['q', 'tag', 'template', 'external_id'] as const) {
    const text = filter?.[name];
    const detail = text === undefined ? undefined : searchTextIssue(text);
    if (detail !== undefined) issues.push({ pointer: `/filter/${name}`, detail });
  }
  return issues;
}

function changeIssues(change: Static<typeof LinksChangeSchema>['change']): Issue[] {
  const { add_tags: added = [], remove_tags: removed = [], state, routes } = change;
  const issues = [...tagIssues(added, '/change/add_tags')];
  for (const [index, tag] of removed.entries()) {
    if (!added.includes(tag)) continue;
    const pointer = `/change/remove_tags/${index}`;
    issues.push({ pointer, detail: 'is also in "add_tags"' });
  }
  const others = added.length + removed.length > 0 || routes !== undefined;
  if (!others && state === undefined && change.restore === undefined) {
    issues.push({ pointer: '/change', detail: 'must have at least one change' });
  }
  if (others && state === 'deleted') {
    const detail = 'must be the only change if it is "deleted"';
    issues.push({ pointer: '/change/state', detail });
  }
  return issues;
}

function restoreIssues({ change, filter }: Static<typeof LinksChangeSchema>): Issue[] {
  if (change.restore === undefined) return [];
  const issues: Issue[] = [];
  if (Object.keys(change).length > 1) {
    issues.push({ pointer: '/change/restore', detail: 'must be the only change' });
  }
  if (filter && filter.state !== 'deleted') {
    issues.push({ pointer: '/filter/state', detail: 'must be "deleted", to restore links' });
  }
  return issues;
}
