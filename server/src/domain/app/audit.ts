/** The actions that the audit log records. */
export const AUDIT_ACTIONS = [
  'create',
  'change',
  'delete',
  'restore',
  'give-back',
  'apply',
  'prove',
  'revoke',
  'invite',
  'withdraw',
  'join',
  'remove',
  'reset',
  'connect',
  'disconnect',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
