/** Taken by a migration. The tables, whose rows are the other locks, may not exist yet. */
export const MIGRATION_LOCK = 'select pg_advisory_xact_lock(7302061)';

/** Returns whether this transaction is the only one that removes old clicks. */
export const CLICK_RETENTION_LOCK = 'select pg_try_advisory_xact_lock(7302062) as free';
/**
 * What applies to one transaction of a migration: no limit of time, but a table that another transaction uses is waited
 * for briefly, because everything else that needs the table waits behind the migration.
 */
export const MIGRATION_LIMITS =
  "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '5s'";
