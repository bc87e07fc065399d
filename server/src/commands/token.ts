import { InvalidArgumentError, Option } from 'commander';
import { tokenDocument } from '../actions/documents/token-document.ts';
import { createToken } from '../actions/tokens/create-token.ts';
import { listAppTokens } from '../actions/tokens/list-tokens.ts';
import { revokeToken } from '../actions/tokens/revoke-token.ts';
import { PLATFORMS, type Platform } from '../domain/app/platform.ts';
import { MAX_TOKEN_NAME_LENGTH, tokenNameIssues } from '../domain/access/token-request.ts';
import type { TokenKind } from '../domain/access/token.ts';
import { isLongerThan } from '../domain/text/text.ts';
import type { OperatorCommand } from './command.ts';
import { table, when } from './table.ts';

interface CreateOptions {
  readonly platform?: Platform;
  readonly server?: boolean;
  readonly name?: string;
}

export function tokenCommands(program: OperatorCommand): void {
  const token = program.command('token').description('create, list and revoke tokens');

  token
    .command('create')
    .description('create a token for a platform, or a server token')
    .addOption(
      new Option('--platform <platform>', 'a token for apps and web pages of this platform')
        .choices(PLATFORMS)
        .conflicts('server'),
    )
    .option('--server', 'a secret token with full access to the app')
    .option('--name <text>', 'a name, such as the program that uses it', tokenName)
    .refuses(({ platform, server }: CreateOptions) => {
      if (platform !== undefined || server === true) return undefined;
      return 'specify either --platform <platform> or --server';
    })
    .onApp(async ({ ctx, app, editor }, options: CreateOptions) => {
      const kind: TokenKind = options.platform ?? 'server';
      const { token: secret, ...stored } = await createToken(ctx, editor, kind, options.name);
      return {
        json: { token: secret, app: app.name, ...tokenDocument(stored) },
        text: secret,
        notes: [`the token is shown only once; it is listed as ${stored.prefix}…`],
      };
    });

  token
    .command('list')
    .description('list the tokens of an app')
    .onApp(async ({ ctx, app }) => {
      const tokens = await listAppTokens(ctx, app.id);
      const rows = tokens.map((row) => [
        row.id,
        row.kind,
        `${row.prefix}…`,
        row.name ?? '-',
        when(row.createdAt),
        row.byName ?? row.createdBy ?? '-',
        when(row.lastUsedAt),
        row.revokedAt === null ? '-' : when(row.revokedAt),
      ]);
      return {
        json: { tokens: tokens.map(tokenDocument) },
        text: table(HEADING, rows),
      };
    });

  token
    .command('revoke')
    .description('revoke a token permanently')
    .argument('<token>', 'id or prefix, as listed')
    .onApp(async ({ ctx, editor }, wanted: string) => {
      const revoked = await revokeToken(ctx, editor, wanted.replace(/…$/, ''));
      return {
        json: tokenDocument(revoked),
        text: `${revoked.prefix}… (${revoked.id}) was revoked at ${when(revoked.revokedAt)}`,
      };
    });
}

const HEADING = ['id', 'kind', 'prefix', 'name', 'created', 'created by', 'last used', 'revoked'];

function tokenName(text: string): string {
  if (text === '' || isLongerThan(text, MAX_TOKEN_NAME_LENGTH)) {
    throw new InvalidArgumentError(`It must have 1 to ${MAX_TOKEN_NAME_LENGTH} characters.`);
  }
  const [issue] = tokenNameIssues(text);
  if (issue) throw new InvalidArgumentError(`It ${issue.detail}.`);
  return text;
}
