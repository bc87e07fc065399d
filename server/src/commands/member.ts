import { Option } from 'commander';
import type { Context } from '../actions/context.ts';
import { invitationDocument, memberDocument } from '../actions/documents/member-document.ts';
import { removeMember } from '../actions/members/change-member.ts';
import { disconnectMember } from '../actions/members/disconnect.ts';
import { invite, type Invited } from '../actions/members/invite.ts';
import { listMembers } from '../actions/members/list-members.ts';
import { resetPassword } from '../actions/members/reset-password.ts';
import { tokenDocument } from '../actions/documents/token-document.ts';
import { webhookDocument } from '../actions/documents/webhook-document.ts';
import type { ListedToken } from '../actions/tokens/list-tokens.ts';
import type { Webhook } from '../actions/webhooks/manage-webhooks.ts';
import { emailIssue, plainEmail } from '../domain/access/member.ts';
import { ROLES, type Role } from '../domain/access/role.ts';
import { formatTime } from '../domain/text/format-time.ts';
import { fail, refuse } from '../problem.ts';
import type { OperatorCommand } from './command.ts';
import type { Report } from './report.ts';
import { table, when } from './table.ts';

const WHO = ['<email>', 'e-mail address of the person'] as const;

export function memberCommands(program: OperatorCommand): void {
  const member = program
    .command('member')
    .description('invite people to the dashboard, list and remove them');

  member
    .command('invite')
    .description('create a one-time link to join an app')
    .addOption(
      new Option('--role <role>', 'role of the person')
        .choices(ROLES.toReversed())
        .default('editor'),
    )
    .argument(...WHO)
    .errorsName({ names: { email: '<email>' } })
    .onApp(async ({ ctx, app, editor }, email: string, { role }: { role: Role }) => {
      const invited = plainEmail(email);
      const detail = emailIssue(invited);
      if (detail !== undefined) refuse([{ pointer: '/email', detail }]);
      return linkReport(invited, await invite(ctx, editor, invited, role), {
        app: app.name,
        role,
      });
    });

  member
    .command('list')
    .description('list the members of an app and who was invited')
    .onApp(async ({ ctx, app }) => {
      const { members, invitations } = await listMembers(ctx, app.id);
      const rows = [
        ...members.map((one) => [
          one.id,
          one.email,
          one.name || '-',
          one.role,
          when(one.joinedAt),
          when(one.lastSeenAt),
        ]),
        ...invitations.map(({ id, email, role }) => [id, email ?? '-', '-', role, 'invited', '-']),
      ];
      return {
        json: {
          members: members.map(memberDocument),
          invitations: invitations.map(invitationDocument),
        },
        text: table(['id', 'e-mail', 'name', 'role', 'joined', 'last seen'], rows),
      };
    });

  member
    .command('remove')
    .description('remove a member from an app')
    .option('--revoke-tokens', 'revoke the tokens that they created')
    .argument(...WHO)
    .onApp(async ({ ctx, app, editor }, email: string, options: { revokeTokens?: true }) => {
      const id = await idOf(ctx, app, plainEmail(email));
      const revokesTokens = options.revokeTokens === true;
      const removed = await removeMember(ctx, editor, id, undefined, { revokesTokens });
      const { tokens } = removed;
      return {
        json: {
          ...memberDocument(removed),
          tokens: tokens.map(tokenDocument),
          webhooks: removed.webhooks.map(webhookDocument),
        },
        text: [
          `${removed.email} is no longer a member of ${app.name}`,
          ...tokensText(ctx.programName, tokens, app.name, revokesTokens),
          ...webhooksText(ctx.programName, removed.webhooks, app.name),
        ].join('\n'),
      };
    });

  member
    .command('disconnect')
    .description('disconnect an account from the OpenID Connect provider')
    .argument(...WHO)
    .onStore(async ({ ctx }, email: string) => {
      const known = plainEmail(email);
      await disconnectMember(ctx, known);
      return {
        json: { email: known },
        text: `${known} is signed out everywhere. The next person who signs in at the provider with this verified address becomes this member`,
      };
    });

  member
    .command('reset')
    .description('create a one-time link to choose a new password')
    .argument(...WHO)
    .onStore(async ({ ctx, config }, email: string) => {
      if (!config.passwordSignIn) {
        const why = 'PASSWORD_SIGN_IN is off, so the link could not be used; switch it on first';
        fail('password_sign_in_off', why);
      }
      const known = plainEmail(email);
      return linkReport(known, await resetPassword(ctx, known), {});
    });
}

/** A one-time link for a person, which is shown once. `details` are further members of the JSON document. */
function linkReport(
  email: string,
  { id, address, expiresAt }: Pick<Invited, 'id' | 'address' | 'expiresAt'>,
  details: object,
): Report {
  const link = { address, expires_at: formatTime(expiresAt) };
  return {
    json: { invitation_id: id, email, ...details, ...link },
    text: address,
    notes: [`the link is for ${email}; it works once, until ${when(expiresAt)}`],
  };
}

function tokensText(
  program: string,
  tokens: readonly ListedToken[],
  app: string,
  revoked: boolean,
): string[] {
  if (tokens.length === 0) return [];
  const rows = tokens.map(({ id, kind, prefix, lastUsedAt }) => [
    id,
    kind,
    `${prefix}…`,
    when(lastUsedAt),
  ]);
  const listed = table(['id', 'kind', 'prefix', 'last used'], rows);
  if (revoked) return ['', 'These tokens are revoked:', listed];
  return [
    '',
    'These tokens that they created are still valid. A server token has the permissions of an owner.',
    listed,
    `To revoke one: ${program} token revoke <id> --app ${app}`,
  ];
}

function webhooksText(program: string, webhooks: readonly Webhook[], app: string): string[] {
  if (webhooks.length === 0) return [];
  const rows = webhooks.map(({ id, url }) => [id, url]);
  return [
    '',
    'These webhooks that they created still get events:',
    table(['id', 'url'], rows),
    `To disable one: ${program} webhook change <id> --disable --app ${app}`,
  ];
}

async function idOf(
  ctx: Context,
  app: { readonly id: string; readonly name: string },
  email: string,
): Promise<string> {
  const { members } = await listMembers(ctx, app.id);
  const found = members.find((member) => member.email === email);
  return found?.id ?? fail('not_found', `the app ${app.name} has no member "${email}"`);
}
