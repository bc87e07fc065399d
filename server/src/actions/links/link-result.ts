import { under } from '../../domain/link/links-request.ts';
import { Problem, refusal } from '../../problem.ts';
import type { BulkAnswer } from '../../storage/bulk-answers.ts';
import type { PlannedLink } from './create-managed-link.ts';

/** What happened with one link of a request. `code` undefined: only a dry run, which draws none. */
export type LinkResult =
  { readonly outcome: BulkAnswer['outcome']; readonly code: string | undefined } | Problem;

/** A link of a request with its place in it. */
export interface NumberedLink {
  readonly index: number;
  readonly planned: PlannedLink;
}

const FIELD_OF: Readonly<Partial<Record<Problem['code'], string>>> = {
  code_taken: '/code',
  uri_taken: '/uri',
};

/** The problem of a link with pointers into the request. */
export function problemOf(
  index: number,
  { code, message, issues, members, cause }: Problem,
): Problem {
  const own = issues ?? [{ pointer: FIELD_OF[code] ?? '', detail: message }];
  const inRequest = own.map((issue) => under(index, issue));
  // Its message contains the pointer.
  if (code === 'validation_failed') return refusal(inRequest);
  return new Problem(code, message, { issues: inRequest, members, cause });
}
