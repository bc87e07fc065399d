/** One error in an input: where (an RFC 6901 JSON pointer) and what is wrong, as text for users. */
export interface Issue {
  readonly pointer: string;
  readonly detail: string;
}

/** An input that was refused, with all of its errors. */
export interface Refused {
  readonly issues: readonly Issue[];
}

/** A JSON pointer from its unescaped tokens: `pointer('routes', 'a/b')` is `/routes/a~1b`. */
export function pointer(...tokens: readonly (string | number)[]): string {
  return tokens
    .map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** The error of a value as a list; `detail` undefined: it has none. */
export function issueAt(at: string, detail: string | undefined): Issue[] {
  return detail === undefined ? [] : [{ pointer: at, detail }];
}

/** An error as a list, if it is one. */
export function issueIf(isWrong: boolean, at: string, detail: string): Issue[] {
  return isWrong ? [{ pointer: at, detail }] : [];
}

/** The maximum number of errors in a response. */
export const MAX_ISSUES = 100;
/** The characters of their pointers after which no more are reported: each can contain a key as long as the body. */
export const MAX_POINTERS_LENGTH = 32_768;
