import { Type, type Static } from 'typebox';
import { issueAt, pointer, type Issue, type Refused } from '../text/issue.ts';
import { parserOf } from '../text/schema.ts';
import { closedObject, component } from '../text/shapes.ts';
import { displayTextIssue, labelIssue } from '../text/text.ts';
import { LIST_ORDERS } from './link-filter.ts';
import { LINK_STATES } from './link-state.ts';
import { ExpiresWithinSchema, VALIDITY_PHASES } from './validity.ts';

/** Of a member in an app. */
export const MAX_SAVED_FILTERS = 50;
const MAX_NAME = 60;
const MAX_TEXT = 2048;

const name = () => Type.String({ minLength: 1, maxLength: MAX_NAME });
const text = () => Type.Optional(Type.String({ minLength: 1, maxLength: MAX_TEXT }));

const query = closedObject(
  {
    q: text(),
    tag: text(),
    state: Type.Optional(Type.Enum([...LINK_STATES])),
    template: text(),
    validity: Type.Optional(Type.Enum([...VALIDITY_PHASES])),
    expires_within_days: Type.Optional(ExpiresWithinSchema),
    sort: Type.Optional(Type.Enum([...LIST_ORDERS])),
  },
  { description: 'Parameters of `GET /manage/v1/smartlinks`.' },
);

/** A filter of the list of links that a member has saved. */
const filter = { name: name(), query };

export const SavedFiltersSchema = component('SavedFilters', {
  filters: Type.Array(closedObject(filter), { description: 'By name.' }),
});

/** The body of `PATCH /manage/v1/filters`. */
export const SavedFiltersChangeSchema = component(
  'SavedFiltersChange',
  {
    remove: Type.Optional(
      Type.Array(name(), {
        maxItems: MAX_SAVED_FILTERS,
        description: 'Names; one that does not exist is ignored. Filters are removed first.',
      }),
    ),
    save: Type.Optional(
      Type.Array(closedObject(filter), {
        maxItems: MAX_SAVED_FILTERS,
        description: 'A filter with the same name is replaced.',
      }),
    ),
  },
  { examples: [{ save: [{ name: 'Spring', query: { tag: 'spring', state: 'active' } }] }] },
);

export type SavedFilter = Static<typeof SavedFiltersSchema>['filters'][number];
export type SavedFiltersChange = Static<typeof SavedFiltersChangeSchema>;

export const parseSavedFiltersChange = parserOf(
  SavedFiltersChangeSchema,
  (change): SavedFiltersChange | Refused => {
    const removed = (change.remove ?? []).flatMap((named, index) =>
      issueAt(pointer('remove', index), labelIssue(named)),
    );
    const issues = [...removed, ...(change.save ?? []).flatMap(filterIssues)];
    return issues.length > 0 ? { issues } : change;
  },
);

function filterIssues({ name: named, query: wanted }: SavedFilter, index: number): Issue[] {
  const at = (detail: string | undefined, ...path: string[]): Issue[] =>
    issueAt(pointer('save', index, ...path), detail);
  const texts = Object.entries(wanted);
  return [
    ...at(labelIssue(named), 'name'),
    ...texts.flatMap(([field, value]) => at(displayTextIssue(value), 'query', field)),
    ...(texts.length === 0 ? at('must have at least one parameter', 'query') : []),
  ];
}
