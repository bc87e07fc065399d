import { Option, type Command } from 'commander';
import { getApp } from '../actions/apps/get-app.ts';
import type { Context } from '../actions/context.ts';
import { invitationDocument, memberDocument } from '../actions/documents/member-document.ts';
import { removeMember } from '../actions/members/change-member.ts';
import { disconnectMember } from '../actions/members/disconnect.ts';
import { invite } from '../actions/members/invite.ts';
import { listMembers } from '../actions/members/list-members.ts';
import { resetPassword } from '../actions/members/reset-password.ts';
import { tokenDocument } from '../actions/documents/token-document.ts';
import type { ListedToken } from '../actions/tokens/list-tokens.ts';
import { revokeToken } from '../actions/tokens/revoke-token.ts';
import { emailIssue, plainEmail } from '../domain/access/member.ts';
import { ROLES, type Role } from '../domain/access/role.ts';
import { shownTime } from '../domain/text/shown-time.ts';
import { fail, refuse } from '../problem.ts';
import { storeCommand, table, when, type Terminal } from './command.ts';

const FOR_APP = ['--app <name>', 'name of the app'] as const;
const WHO = ['<email>', 'e-mail address of the person'] as const;

export function memberCommands(program: Command, terminal: Terminal): void {
  const member = program
    .command('member')
    .description('invite people to the dashboard, list and remove them');

  storeCommand(
    member
      .command('invite')
      .description('create a one-time link to join an app')
      .requiredOption(...FOR_APP)
      .addOption(
        new Option('--role <role>', 'role of the person')
          .choices(ROLES.toReversed())
          .default('editor'),
      )
      .argument(...WHO),
    terminal,
    async (ctx, _config, email: string, { role, ...options }: { app: string; role: Role }) => {
      const invited = plainEmail(email);
      const detail = emailIssue(invited);
      if (detail !== undefined) refuse([{ pointer: '/email', detail }]);
      const app = await getApp(ctx, options.app);
      const made = await invite(ctx, operatorOf(app), invited, role);
      const { id, address, expiresAt } = made;
      return {
        json: {
          invitation_id: id,
          email: invited,
          app: app.name,
          role,
          address,
          expires_at: shownTime(expiresAt),
        },
        text: `${address}\nFor ${invited}, once, until ${when(expiresAt)}`,
      };
    },
    { names: { email: '<email>' } },
  );

  storeCommand(
    member
      .command('list')
      .description('list the members of an app and who was invited')
      .requiredOption(...FOR_APP),
    terminal,
    async (ctx, _config, options: { app: string }) => {
      const { members, invitations } = await listMembers(ctx, (await getApp(ctx, options.app)).id);
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
    },
  );

  storeCommand(
    member
      .command('remove')
      .description('remove a member from an app')
      .requiredOption(...FOR_APP)
      .option('--revoke-tokens', 'revoke the tokens that they created')
      .argument(...WHO),
    terminal,
    async (ctx, _config, email: string, options: { app: string; revokeTokens?: true }) => {
      const app = await getApp(ctx, options.app);
      const id = await idOf(ctx, app, plainEmail(email));
      const removed = await removeMember(ctx, operatorOf(app), id);
      const tokens: ListedToken[] = [];
      for (const token of removed.tokens) {
        tokens.push(
          options.revokeTokens ? await revokeToken(ctx, operatorOf(app), token.id) : token,
        );
      }
      return {
        json: { ...memberDocument(removed), tokens: tokens.map(tokenDocument) },
        text: [
          `${removed.email} is no longer a member of ${app.name}`,
          ...tokensText(tokens, app.name, options.revokeTokens === true),
        ].join('\n'),
      };
    },
  );

  storeCommand(
    member
      .command('disconnect')
      .description('disconnect an account from the OpenID Connect provider')
      .argument(...WHO),
    terminal,
    async (ctx, _config, email: string) => {
      const known = plainEmail(email);
      await disconnectMember(ctx, known);
      return {
        json: { email: known },
        text: `${known} is signed out everywhere. The next person who signs in at the provider with this verified address becomes this member`,
      };
    },
  );

  storeCommand(
    member
      .command('reset')
      .description('create a one-time link to choose a new password')
      .argument(...WHO),
    terminal,
    async (ctx, { passwordSignIn }, email: string) => {
      if (!passwordSignIn) {
        const why = 'PASSWORD_SIGN_IN is off, so the link could not be used; set it to on first';
        fail('password_sign_in_off', why);
      }
      const { id, address, expiresAt } = await resetPassword(ctx, plainEmail(email));
      return {
        json: {
          invitation_id: id,
          email: plainEmail(email),
          address,
          expires_at: shownTime(expiresAt),
        },
        text: `${address}\nFor ${plainEmail(email)}, once, until ${when(expiresAt)}`,
      };
    },
  );
}

function tokensText(tokens: readonly ListedToken[], app: string, revoked: boolean): string[] {
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
    `To revoke one: smartlink token revoke <id> --app ${app}`,
  ];
}

interface App {
  readonly id: string;
  readonly name: string;
}

function operatorOf({ id }: App) {
  return { appId: id, actor: 'operator' };
}

async function idOf(ctx: Context, app: App, email: string): Promise<string> {
  const { members } = await listMembers(ctx, app.id);
  const found = members.find((member) => member.email === email);
  return found?.id ?? fail('not_found', `the app ${app.name} has no member "${email}"`);
}
