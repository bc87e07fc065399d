import type { ProblemCode } from '#server/src/problems.ts';

/** The codes of calls that the SDK does not make. They have no class, so that apps do not load it. */
export const OTHER_CODES = [
  'wrong_credentials',
  'session_required',
  'role_too_low',
  'password_sign_in_off',
  'cross_site',
  'clicks_off',
  'last_owner',
  'already_member',
  'too_many_apps',
  'too_many_invitations',
  'host_taken',
  'invitation_over',
  'precondition_failed',
  'too_many_attempts',
  'too_many_checks',
  'too_many_streams',
  'too_many_replays',
  'too_many_tokens',
  'too_many_trials',
  'too_many_uploads',
  'too_many_webhooks',
  'webhook_disabled',
  'page_unavailable',
  'too_many_pages',
  'code_taken',
  'uri_taken',
  'external_id_taken',
  'stopping',
] as const satisfies ProblemCode[];
export type SdkCode = Exclude<ProblemCode, (typeof OTHER_CODES)[number]>;
