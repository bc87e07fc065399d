import { Option, type Command } from 'commander';
import { getApp } from '../actions/apps/get-app.ts';
import { tokenDocument } from '../actions/documents/token-document.ts';
import type { Editor } from '../actions/links/save-link.ts';
import { createToken } from '../actions/tokens/create-token.ts';
import { listAppTokens } from '../actions/tokens/list-tokens.ts';
import { revokeToken } from '../actions/tokens/revoke-token.ts';
import { PLATFORMS, type Platform } from '../domain/app/platform.ts';
import type { TokenKind } from '../domain/access/token.ts';
import { storeCommand, table, when, type Terminal } from './command.ts';

interface CreateOptions {
  readonly app: string;
  readonly platform?: Platform;
  readonly server?: boolean;
}

const FOR_APP = ['--app <name>', 'name of the app'] as const;

export function tokenCommands(program: Command, terminal: Terminal): void {
  const token = program.command('token').description('create, list and revoke tokens');

  storeCommand(
    token
      .command('create')
      .description('create a token for a platform, or a server token')
      .requiredOption(...FOR_APP)
      .addOption(
        new Option('--platform <platform>', 'a token for apps and web pages of this platform')
          .choices(PLATFORMS)
          .conflicts('server'),
      )
      .option('--server', 'a secret token with access to the routes of every platform'),
    terminal,
    async (ctx, _config, options: CreateOptions) => {
      const kind: TokenKind = options.platform ?? 'server';
      const app = await getApp(ctx, options.app);
      const { token: secret, ...made } = await createToken(ctx, operatorOf(app), kind);
      const stored = {
        ...made,
        appId: app.id,
        kind,
        byName: null,
        lastUsedAt: null,
        revokedAt: null,
      };
      return {
        json: { token: secret, app: app.name, ...tokenDocument(stored) },
        text: `${secret}\nShown only once; listed as ${made.prefix}…`,
      };
    },
    {
      check(refuse, { platform, server }) {
        if (platform === undefined && server !== true) {
          refuse('specify either --platform <platform> or --server');
        }
      },
    },
  );

  storeCommand(
    token
      .command('list')
      .description('list the tokens of an app')
      .requiredOption(...FOR_APP),
    terminal,
    async (ctx, _config, options: { app: string }) => {
      const tokens = await listAppTokens(ctx, (await getApp(ctx, options.app)).id);
      const rows = tokens.map((row) => [
        row.id,
        row.kind,
        `${row.prefix}…`,
        when(row.createdAt),
        row.byName ?? row.createdBy ?? '-',
        when(row.lastUsedAt),
        row.revokedAt === null ? '-' : when(row.revokedAt),
      ]);
      return {
        json: { tokens: tokens.map(tokenDocument) },
        text: table(
          ['id', 'kind', 'prefix', 'created', 'created by', 'last used', 'revoked'],
          rows,
        ),
      };
    },
  );

  storeCommand(
    token
      .command('revoke')
      .description('revoke a token permanently')
      .requiredOption(...FOR_APP)
      .argument('<token>', 'id or prefix, as listed'),
    terminal,
    async (ctx, _config, wanted: string, options: { app: string }) => {
      const app = await getApp(ctx, options.app);
      const revoked = await revokeToken(ctx, operatorOf(app), wanted.replace(/…$/, ''));
      return {
        json: tokenDocument(revoked),
        text: `${revoked.prefix}… (${revoked.id}) is revoked since ${when(revoked.revokedAt)}`,
      };
    },
  );
}

function operatorOf({ id }: { readonly id: string }): Editor {
  return { appId: id, actor: 'operator' };
}
