import type { ProblemCode } from '#server/src/problems.ts';

/** The codes of calls that the SDK does not make. They have no class, so that apps do not load it. */
export const OTHER_CODES = [
  'too_many_webhooks',
  'webhook_disabled',
  'page_unavailable',
  'too_many_pages',
  'external_id_taken',
] as const satisfies ProblemCode[];
export type SdkCode = Exclude<ProblemCode, (typeof OTHER_CODES)[number]>;
