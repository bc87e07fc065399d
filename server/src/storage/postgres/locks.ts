/** Taken by a migration. The tables, whose rows are the other locks, may not exist yet. */
export const MIGRATION_LOCK = 'select pg_advisory_xact_lock(7302061)';

/** Returns whether this transaction is the only one that removes old clicks. */
export const CLICK_RETENTION_LOCK = 'select pg_try_advisory_xact_lock(7302062) as free';
