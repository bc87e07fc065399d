import type { Command } from 'commander';
import { getApp } from '../actions/apps/get-app.ts';
import type { Editor } from '../actions/links/save-link.ts';
import { createToken } from '../actions/tokens/create-token.ts';
import { listAppTokens } from '../actions/tokens/list-tokens.ts';
import { revokeToken } from '../actions/tokens/revoke-token.ts';
import { isPlatform, PLATFORMS } from '../domain/platform.ts';
import { fail, refuse } from '../problem.ts';
import { snakeCase, storeCommand, table, when, type Terminal } from './command.ts';

const FOR_APP = ['--app <name>', 'name of the app'] as const;

export function tokenCommands(program: Command, terminal: Terminal): void {
  const token = program.command('token').description('create, list and revoke tokens');

  storeCommand(
    token
      .command('create')
      .description('create a token for a platform, or a server token')
      .requiredOption(...FOR_APP)
      .option('--platform <platform>', `one of ${PLATFORMS.join(', ')}`)
      .option('--server', 'a secret token that sees the routes of every platform'),
    terminal,
    async (ctx, _config, options: { app: string; platform?: string; server?: boolean }) => {
      const { platform, server } = options;
      if ((platform === undefined) === (server !== true)) {
        fail('validation_failed', 'say either --platform <platform> or --server');
      }
      if (platform !== undefined && !isPlatform(platform)) {
        refuse([
          {
            pointer: '/platform',
            detail: `must be one of ${PLATFORMS.join(', ')}, not "${platform}"`,
          },
        ]);
      }
      const app = await getApp(ctx, options.app);
      const made = await createToken(ctx, operatorOf(app), platform ?? 'server');
      return {
        json: { token: made.token, prefix: made.prefix, app: app.name, platform: platform ?? null },
        text: `${made.token}\nShown this once; listed as ${made.prefix}…`,
      };
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
        json: { tokens: tokens.map(snakeCase) },
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
      .description('end a token for good')
      .requiredOption(...FOR_APP)
      .argument('<token>', 'id or prefix, as listed'),
    terminal,
    async (ctx, _config, wanted: string, options: { app: string }) => {
      const app = await getApp(ctx, options.app);
      const revoked = await revokeToken(ctx, operatorOf(app), wanted.replace(/…$/, ''));
      return {
        json: { token: snakeCase(revoked) },
        text: `${revoked.prefix}… (${revoked.id}) is revoked since ${when(revoked.revokedAt)}`,
      };
    },
  );
}

function operatorOf({ id }: { readonly id: string }): Editor {
  return { appId: id, actor: 'operator' };
}
