/** Taken by a migration. The tables, whose rows are the other locks, may not exist yet. */
export const MIGRATION_LOCK = 'select pg_advisory_xact_lock(7302061)';

/** Returns whether this transaction is the only one that removes old clicks. */
export const CLICK_RETENTION_LOCK = 'select pg_try_advisory_xact_lock(7302062) as free';
/** A migration of another process, or one of its own statements, can take longer than any request. */
export const MIGRATION_TIME =
  'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0';
/**
 * A table that another transaction uses is waited for briefly, because everything else that needs the table waits behind
 * the migration.
 */
export const MIGRATION_WAIT = "set local lock_timeout = '5s'";
