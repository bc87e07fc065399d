import { COMMON_PROBLEMS } from '../documented.ts';

/** The errors that every address of the management API can give which is about an app. */
export const MANAGE_PROBLEMS = [
  ...COMMON_PROBLEMS,
  'unauthorized',
  'wrong_token_kind',
  'role_too_low',
  'cross_site',
  'not_found',
] as const;

/** The same for what is about a person. */
export const SESSION_PROBLEMS = [
  ...COMMON_PROBLEMS,
  'unauthorized',
  'wrong_token_kind',
  'session_required',
  'cross_site',
] as const;

/** The same for what takes nobody in particular, but from a page of the service itself. */
export const DOOR_PROBLEMS = [...COMMON_PROBLEMS, 'cross_site'] as const;

/** What can be wrong with a body besides. */
export const BODY_PROBLEMS = [
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
] as const;
