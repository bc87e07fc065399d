import { Type, type TSchema } from 'typebox';
import { MAX_PAGE_SIZE } from '../../../actions/page.ts';
import { DIMENSIONS, KINDS, OUTCOMES, type Dimension } from '../../../domain/click/click.ts';
import { COUNTS } from '../../../domain/click/series.ts';
import { UNITS } from '../../../domain/click/units.ts';
import { closedObject, component, count, nullable } from '../../../domain/text/shapes.ts';
import { DEVICES } from '../../../platform/rules.ts';

const time = (description: string) => Type.String({ description: `${description} RFC 3339, UTC.` });

const counts = {
  clicks: count('Visits of people.'),
  visitors: count(
    'Unique visitors of each UTC day; in a longer time, the sum of the days. Always people. A visitor counts with the first visit of the day: later ones, with other values or in later hours, add only clicks.',
  ),
  other: count('Visits of bots, link previews, prefetching browsers, tools and HEAD requests.'),
};

const totals = closedObject(counts);

export const steps = {
  store: count('Visits of people who got the store page or a redirect to an app store.'),
  opened: count('Opened apps that the client library reported.'),
  redeemed: count('Granted redemptions.'),
};

const funnel = nullable(
  closedObject({ visits: count('Visits of people.'), ...steps }),
  'What followed the visits. An installed app can open a link without a visit. `null` with filters other than `platform`, `campaign`, `source` and `medium`.',
);

const series = Type.Array(
  closedObject({ start: time('Where the point begins; it ends with the next one.'), ...counts }),
  { description: 'Every point of the period, also those without clicks.' },
);

const values = Type.Array(
  closedObject({
    value: Type.String({
      description: 'Empty: unknown. `(other)`: values beyond the limit of a day.',
    }),
    ...counts,
  }),
);

const perDimension = <Schema extends TSchema>(schema: (name: Dimension) => Schema) =>
  Object.fromEntries(DIMENSIONS.map((name) => [name, schema(name)])) as Record<Dimension, Schema>;

export const ClickReportSchema = component('ClickReport', {
  from: time('The period, from this time on.'),
  to: time('The end of the period, which is not included.'),
  time_zone: Type.String(),
  unit: Type.Enum([...UNITS]),
  totals,
  funnel,
  previous: nullable(
    closedObject({ from: time('Its start.'), to: time('Its end.'), totals, funnel, series }),
    'The period of the same length before; `null` without `compare`.',
  ),
  series,
  breakdowns: closedObject(
    perDimension(() => Type.Optional(values)),
    {
      description:
        'The dimensions of `by`: their values, those with the highest count of `sort` first.',
    },
  ),
  lifetime: closedObject(counts, {
    description: 'Since the beginning, without filters. It never decreases.',
  }),
  breakdown_days: nullable(
    closedObject({ from: Type.String(), to: Type.String(), totals }),
    'The first and the last UTC day of everything that is counted by days, breakdowns and filters by other dimensions than `kind`, `outcome` and `platform`, and all clicks of these days. They have the dates of the period; the current one is included until the period is over. `null`: nothing is counted by days.',
  ),
  recording: closedObject(
    {
      raw_days: Type.Integer({ description: 'How many days single clicks are kept.' }),
      months: Type.Integer({ description: 'How many months counts are kept.' }),
    },
    { description: 'What is stored, and for how long.' },
  ),
});

const WORDS: Partial<Record<Dimension, readonly string[]>> = {
  kind: KINDS,
  outcome: OUTCOMES,
  platform: DEVICES,
};
/** Other texts are never stored, and would count nothing. */
export const COUNTRY_FILTER = '^([A-Z]{2}|\\(none\\))?$';
/** Longer texts are never stored. */
const MAX_FILTER_LENGTH = 255;

export const periodQuery = {
  from: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'A date in the time zone, such as `2026-11-01`, or an RFC 3339 time. Default: 29 days before `to`.',
    }),
  ),
  to: Type.Optional(
    Type.String({
      maxLength: 40,
      description:
        'A date, which is included, or a time, which is not. Times of counts are widened to whole quarter-hours. Default: today.',
    }),
  ),
  time_zone: Type.Optional(
    Type.String({ maxLength: 64, default: 'UTC', description: 'An IANA name: `Europe/Berlin`.' }),
  ),
};

export const DEFAULT_TOP = 10;

/** The query of a list of what has the most clicks. */
export const topQuery = {
  ...periodQuery,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_TOP })),
};

export const reportQuery = Type.Object({
  ...periodQuery,
  unit: Type.Optional(
    Type.Enum([...UNITS], {
      description:
        'The distance of the points, at most 2,000. `minute` only within the last 24 hours, `hour` within the last 13 months, also for the compared period. Default: by the length of the period.',
    }),
  ),
  compare: Type.Optional(
    Type.Enum(['previous'], { description: 'Also counts the period of the same length before.' }),
  ),
  by: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Dimensions to break the clicks down by, separated by commas: ${DIMENSIONS.join(', ')}.`,
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Values per dimension.' }),
  ),
  sort: Type.Optional(
    Type.Enum([...COUNTS], {
      default: 'clicks',
      description: 'Which count the values of a dimension are ordered by, the highest first.',
    }),
  ),
  ...perDimension((name) => {
    const description = `Only clicks with this ${name}.`;
    const words = WORDS[name];
    if (words) return Type.Optional(Type.Unsafe<string>(Type.Enum([...words], { description })));
    const text = `${description} Empty or \`(none)\`: unknown.`;
    return Type.Optional(
      name === 'country'
        ? Type.String({ pattern: COUNTRY_FILTER, description: text })
        : Type.String({ maxLength: MAX_FILTER_LENGTH, description: text }),
    );
  }),
});
