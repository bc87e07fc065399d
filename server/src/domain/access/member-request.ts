import { Type, type Static } from 'typebox';
import { issueAt, type Refused } from '../text/issue.ts';
import type { JsonText } from '../text/json.ts';
import {
  emailIssue,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  passwordIssue,
  plainEmail,
} from './member.ts';
import { ROLES } from './role.ts';
import { issuesOf, parserOf } from '../text/schema.ts';
import { labelIssue } from '../text/text.ts';
import { appNameText } from '../app/setup-schema.ts';
import { EmailSchema, NameSchema } from './sign-in-request.ts';
import { closedObject, component } from '../text/shapes.ts';

const role = Type.Enum([...ROLES], {
  description:
    '`viewer`: read only. `editor`: also changes links, templates and visitor pages. `owner`: everything.',
});

/** The body of `POST /manage/v1/invitations`. */
export const InvitationRequestSchema = component(
  'InvitationRequest',
  { email: EmailSchema, role },
  { examples: [{ email: 'ada@shop.example', role: 'editor' }] },
);

/** The body of `PATCH /manage/v1/members/:member_id`. */
export const MemberChangeSchema = component(
  'MemberChange',
  { role },
  { examples: [{ role: 'viewer' }] },
);

/** The body of `POST /manage/v1/apps`. */
export const AppRequestSchema = component(
  'AppRequest',
  {
    name: appNameText(),
  },
  { examples: [{ name: 'books' }] },
);

/** The body of `PATCH /manage/v1/me`; omitted fields keep their values. */
export const MeChangeSchema = component(
  'MeChange',
  {
    name: Type.Optional(NameSchema),
    password: Type.Optional(
      closedObject(
        {
          old: Type.String({ minLength: 1, maxLength: MAX_PASSWORD_LENGTH }),
          new: Type.String({ minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH }),
        },
        { description: 'Ends all sessions.' },
      ),
    ),
  },
  { examples: [{ name: 'Ada' }] },
);

export type MeChange = Static<typeof MeChangeSchema>;

type InvitationRequest = Static<typeof InvitationRequestSchema>;

export const parseInvitation = parserOf(
  InvitationRequestSchema,
  ({ email: sent, role: offered }): InvitationRequest | Refused => {
    const email = plainEmail(sent);
    const issues = issueAt('/email', emailIssue(email));
    return issues.length > 0 ? { issues } : { email, role: offered };
  },
);

const meIssues = issuesOf(MeChangeSchema, []);

export function parseMeChange({ value }: JsonText, email: string): MeChange | Refused {
  const issues = meIssues(value);
  if (issues.length > 0) return { issues };
  const change = value as MeChange;
  const { name, password } = change;
  issues.push(
    ...issueAt('/name', labelIssue(name)),
    ...issueAt('/password/new', password && passwordIssue(password.new, email)),
  );
  return issues.length > 0 ? { issues } : change;
}
