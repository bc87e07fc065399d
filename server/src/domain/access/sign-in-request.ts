import { Type, type Static } from 'typebox';
import type { Issue, Refused } from '../text/issue.ts';
import type { JsonText } from '../text/json.ts';
import {
  emailIssue,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  plainEmail,
} from './member.ts';
import { issuesOf, parserOf } from '../text/schema.ts';
import { labelIssue } from '../text/text.ts';
import { component } from '../text/shapes.ts';

const known = Type.String({
  minLength: 1,
  maxLength: MAX_PASSWORD_LENGTH,
  description: 'Compared after NFKC normalization.',
});
const secret = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The part after `#` in the link.',
});

export const EmailSchema = Type.String({ minLength: 1, maxLength: MAX_EMAIL_LENGTH });

export const NameSchema = Type.String({
  maxLength: MAX_NAME_LENGTH,
  description: 'The name shown to others. If empty, the e-mail address is shown.',
});

/** The body of `POST /manage/v1/sign-in`. */
export const SignInRequestSchema = component(
  'SignInRequest',
  {
    email: EmailSchema,
    password: known,
  },
  { examples: [{ email: 'ada@shop.example', password: 'a long sentence of mine' }] },
);

/** The body of `POST /manage/v1/invitations/look`. */
export const InvitationLookupSchema = component('InvitationLook', { invitation: secret });

/** The body of `POST /manage/v1/sign-in/oidc`. */
export const ProviderJoinSchema = component('ProviderJoin', {
  invitation: secret,
  to: Type.Optional(
    Type.String({
      maxLength: 2000,
      description:
        'Where to go after the sign-in: a path below `/dashboard`, such as `/shop/links`.',
    }),
  ),
});

/** The body of `POST /manage/v1/invitations/accept`. */
export const InvitationAcceptanceSchema = component('InvitationAcceptance', {
  invitation: secret,
  email: Type.Optional({
    ...EmailSchema,
    description:
      'Required if the invitation has no e-mail address. Otherwise omit it or send the same address.',
  }),
  name: Type.Optional(NameSchema),
  password: {
    ...known,
    description:
      'The password of the existing account, or a new password with 12 characters or more.',
  },
  existing_account: Type.Optional(
    Type.Boolean({
      description: '`true`: use the existing account; do not create one if the password is wrong.',
    }),
  ),
});

export interface Acceptance {
  readonly invitation: string;
  /** In its stored form. */
  readonly email: string | undefined;
  readonly name: string | undefined;
  readonly password: string;
  /** Creates no new account. */
  readonly existingAccount: boolean;
}

/** Reads a sign-in. An invalid e-mail address is treated as an unknown one. */
export const parseSignIn = parserOf(SignInRequestSchema, ({ email, password }) => {
  return { email: plainEmail(email), password };
});

const acceptanceIssues = issuesOf(InvitationAcceptanceSchema, []);

/** Reads the acceptance of an invitation; all errors at once, except those of the password. */
export function parseAcceptance({ value }: JsonText): Acceptance | Refused {
  const issues = acceptanceIssues(value);
  const { invitation, email, name, password, existing_account } = (value ?? {}) as Partial<
    Static<typeof InvitationAcceptanceSchema>
  >;
  if (typeof email === 'string' && email !== '')
    push(issues, '/email', emailIssue(plainEmail(email)));
  if (typeof name === 'string') push(issues, '/name', labelIssue(name));
  if (issues.length > 0 || invitation === undefined || password === undefined) return { issues };
  return {
    invitation,
    password,
    name,
    email: email === undefined ? email : plainEmail(email),
    existingAccount: existing_account === true,
  };
}

function push(issues: Issue[], pointer: string, detail: string | undefined): void {
  if (detail !== undefined && !issues.some((issue) => issue.pointer === pointer)) {
    issues.push({ pointer, detail });
  }
}
