import { fail } from '../../problem.ts';

/**
 * Fails because the app of a token has no link with a code.
 * @throws `not_found`
 */
export function unknownToToken(): never {
  fail('not_found', 'The app of this token has no smart link with this code.');
}
