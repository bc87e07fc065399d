import type { Engine } from './database.ts';

/**
 * The clock of the database in milliseconds since 1970-01-01 UTC. Instances can have different clocks, so that of the
 * database decides whether a link can be redeemed.
 */
export const NOW = {
  sqlite: `cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint',
} as const;

/** The condition that a link is valid now. `link`: the table, or its alias. */
export function isValidNow(engine: Engine, link: string): string {
  const now = NOW[engine];
  return `(${link}.valid_from is null or ${link}.valid_from <= ${now})
    and (${link}.valid_until is null or ${link}.valid_until > ${now})`;
}
