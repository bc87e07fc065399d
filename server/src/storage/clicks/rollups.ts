import type { ColumnTypes } from '../database.ts';

/** A table of counts. Rows with an existing key are added to it. */
export interface Rollup {
  readonly table: string;
  readonly columns: ColumnTypes;
  /** The rest of the insert. */
  readonly tail: string;
  /** How many of the first columns are the key, and how many after them are counts. */
  readonly keys: number;
  readonly counts: number;
}

const COUNTS = { clicks: 'bigint', visitors: 'bigint' } as const;
const STEPS = { stores: 'bigint', opens: 'bigint', redemptions: 'bigint' } as const;
const TIMES = { first_at: 'bigint', last_at: 'bigint' } as const;
const SLOT = { slot: 'integer', kind: 'integer', platform: 'integer', outcome: 'integer' } as const;

export const LINK_TOTALS = rollup('link_totals', { link: 'integer', kind: 'integer' }, {}, TIMES);
export const APP_TOTALS = rollup('app_totals', { app: 'integer', kind: 'integer' });
export const LINK_SLOTS = rollup('link_slots', { link: 'integer', ...SLOT });
export const APP_SLOTS = rollup('app_slots', { app: 'integer', ...SLOT });
export const LINK_DAYS = rollup('link_days', {
  link: 'integer',
  day: 'integer',
  profile: 'integer',
});
export const APP_DAYS = rollup('app_days', { app: 'integer', day: 'integer', profile: 'integer' });
export const DAY_LINKS = rollup(
  'day_links',
  { app: 'integer', day: 'integer', link: 'integer' },
  STEPS,
);

export const ROLLUPS: readonly Rollup[] = [
  LINK_TOTALS,
  APP_TOTALS,
  LINK_SLOTS,
  APP_SLOTS,
  LINK_DAYS,
  APP_DAYS,
  DAY_LINKS,
];

/** `steps`: more counts. `times`: those of the first and the last click. */
function rollup(
  table: string,
  keys: ColumnTypes,
  steps: Partial<typeof STEPS> = {},
  times: Partial<typeof TIMES> = {},
): Rollup {
  const counts = { ...COUNTS, ...steps };
  const added = Object.keys(counts).map((name) => `${name} = ${table}.${name} + excluded.${name}`);
  if (times.first_at) {
    added.push(
      `first_at = case when excluded.first_at < ${table}.first_at then excluded.first_at else ${table}.first_at end`,
      `last_at = case when excluded.last_at > ${table}.last_at then excluded.last_at else ${table}.last_at end`,
    );
  }
  return {
    table,
    columns: { ...keys, ...counts, ...times },
    tail: `on conflict (${Object.keys(keys).join(', ')}) do update set ${added.join(', ')}`,
    keys: Object.keys(keys).length,
    counts: Object.keys(counts).length,
  };
}
