import { Type } from 'typebox';
import { TOKEN_KINDS } from './token.ts';
import { issueAt, type Issue } from '../text/issue.ts';
import { component } from '../text/shapes.ts';
import { labelIssue } from '../text/text.ts';

export const MAX_TOKEN_NAME_LENGTH = 60;

/** What is wrong with the name of a token; undefined: nothing. The schema checks its length. */
export function tokenNameIssues(name: string | undefined): readonly Issue[] {
  return issueAt('/name', labelIssue(name));
}

/** The body of `POST /manage/v1/tokens`. */
export const TokenRequestSchema = component(
  'TokenRequest',
  {
    kind: Type.Enum([...TOKEN_KINDS], {
      description:
        '`server`: secret, with access to the whole app. Otherwise the platform of the token.',
    }),
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_TOKEN_NAME_LENGTH,
        description: 'A name for the token, such as the program that uses it.',
      }),
    ),
  },
  { examples: [{ kind: 'server', name: 'Newsletter' }, { kind: 'android' }] },
);
