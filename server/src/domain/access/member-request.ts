import { Type, type Static } from 'typebox';
import type { Issue } from '../text/issue.ts';
import type { JsonText } from '../text/json.ts';
import {
  emailIssue,
  MAX_EMAIL_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  nameIssue,
  passwordIssue,
  plainEmail,
} from './member.ts';
import { ROLES, type Role } from './role.ts';
import { issuesOf } from '../text/schema.ts';
import { APP_NAME } from '../app/setup-schema.ts';
import { NameSchema } from './sign-in-request.ts';

const role = Type.Enum([...ROLES], {
  description:
    '`viewer`: read only. `editor`: also changes links, templates and visitor pages. `owner`: everything.',
});

/** The body of `POST /manage/v1/invitations`. */
export const InvitationRequestSchema = Type.Object(
  { email: Type.String({ minLength: 1, maxLength: MAX_EMAIL_LENGTH }), role },
  {
    $id: 'InvitationRequest',
    additionalProperties: false,
    examples: [{ email: 'ada@shop.example', role: 'editor' }],
  },
);

/** The body of `PATCH /manage/v1/members/:member_id`. */
export const MemberChangeSchema = Type.Object(
  { role },
  { $id: 'MemberChange', additionalProperties: false, examples: [{ role: 'viewer' }] },
);

/** The body of `POST /manage/v1/apps`. */
export const AppRequestSchema = Type.Object(
  {
    name: Type.String({ pattern: APP_NAME, description: 'Lowercase letters, digits and hyphens.' }),
  },
  { $id: 'AppRequest', additionalProperties: false, examples: [{ name: 'books' }] },
);

/** The body of `PATCH /manage/v1/me`; omitted fields keep their values. */
export const MeChangeSchema = Type.Object(
  {
    name: Type.Optional(NameSchema),
    password: Type.Optional(
      Type.Object(
        {
          old: Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH }),
          new: Type.String({ minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH }),
        },
        { additionalProperties: false, description: 'Ends all sessions.' },
      ),
    ),
  },
  { $id: 'MeChange', additionalProperties: false, examples: [{ name: 'Ada' }] },
);

export interface MeChange {
  readonly name: string | undefined;
  readonly password: { readonly old: string; readonly new: string } | undefined;
}

interface Refused {
  readonly issues: readonly Issue[];
}

const invitationIssues = issuesOf(InvitationRequestSchema, []);
const meIssues = issuesOf(MeChangeSchema, []);

export function parseInvitation({
  value,
}: JsonText): { readonly email: string; readonly role: Role } | Refused {
  const issues = invitationIssues(value);
  if (issues.length > 0) return { issues };
  const request = value as Static<typeof InvitationRequestSchema>;
  const email = plainEmail(request.email);
  const detail = emailIssue(email);
  return detail === undefined
    ? { email, role: request.role }
    : { issues: [{ pointer: '/email', detail }] };
}

export function parseMeChange({ value }: JsonText, email: string): MeChange | Refused {
  const issues = meIssues(value);
  if (issues.length > 0) return { issues };
  const { name, password } = value as Static<typeof MeChangeSchema>;
  const named = name === undefined ? undefined : nameIssue(name);
  if (named !== undefined) issues.push({ pointer: '/name', detail: named });
  const weak = password && passwordIssue(password.new, email);
  if (weak !== undefined) issues.push({ pointer: '/password/new', detail: weak });
  return issues.length > 0 ? { issues } : { name, password };
}
