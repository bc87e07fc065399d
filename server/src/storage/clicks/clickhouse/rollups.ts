import { DIMENSIONS, type Dimension } from '../../../domain/click/click.ts';

/** Whose visitors are counted: a person who opens two links is two visitors of links, but one of the app. */
export type Level = 'app' | 'link';

/** What clicks can be grouped by. */
export type Column = 'part' | 'app' | 'code' | 'slot' | 'day' | Dimension;

/** A table with the counts of sealed days. */
export interface Rollup {
  readonly table: string;
  readonly level: Level;
  /** The columns of its key, without `part`. */
  readonly columns: readonly Column[];
  /** Whether each `part` has the sums of all days before it. */
  readonly isTotal?: true;
}

const SLOT = ['slot', 'kind', 'platform', 'outcome'] as const;

export const SLOTS: Readonly<Record<Level, Rollup>> = {
  link: { table: 'click_link_slots', level: 'link', columns: ['app', 'code', ...SLOT] },
  app: { table: 'click_app_slots', level: 'app', columns: ['app', ...SLOT] },
};

export const DAYS: Readonly<Record<Level, Rollup>> = {
  link: { table: 'click_link_days', level: 'link', columns: ['app', 'code', 'day', ...DIMENSIONS] },
  app: { table: 'click_app_days', level: 'app', columns: ['app', 'day', ...DIMENSIONS] },
};

/** In the order of days, for the best links of an app. */
export const DAY_LINKS: Rollup = {
  table: 'click_day_links',
  level: 'link',
  columns: ['app', 'day', 'code', 'kind', 'outcome'],
};

export const TOTALS: Readonly<Record<Level, Rollup>> = {
  link: {
    table: 'click_link_totals',
    level: 'link',
    columns: ['app', 'code', 'kind'],
    isTotal: true,
  },
  app: { table: 'click_app_totals', level: 'app', columns: ['app', 'kind'], isTotal: true },
};

export const ROLLUPS: readonly Rollup[] = [
  SLOTS.link,
  SLOTS.app,
  DAYS.link,
  DAYS.app,
  DAY_LINKS,
  TOTALS.link,
  TOTALS.app,
];
