import { InvalidArgumentError, type Command } from 'commander';
import { readApp } from '../actions/apps/change-app.ts';
import { createApp } from '../actions/apps/create-app.ts';
import { getApp, listAllApps } from '../actions/apps/get-app.ts';
import { PLATFORMS } from '../domain/platform.ts';
import { APP_NAME } from '../domain/setup-schema.ts';
import { fail } from '../problem.ts';
import { storeCommand, table, type Terminal } from './command.ts';
import { ownersText } from './owners-text.ts';

export function appCommands(program: Command, terminal: Terminal): void {
  const app = program.command('app').description('create, list and show apps');

  storeCommand(
    app
      .command('create')
      .description('create an app with one token of each kind')
      .requiredOption('--name <name>', 'small letters, digits and hyphens', appName),
    terminal,
    async (ctx, _config, { name }: { name: string }) => {
      const known = await listAllApps(ctx);
      if (known.some((one) => one.name === name)) {
        fail('validation_failed', `--name: there is an app named "${name}" already`);
      }
      const created = await createApp(ctx, name);
      const lines = Object.entries(created.tokens).map(([kind, token]) => [kind, token]);
      const { id } = created.app;
      return {
        json: { app: { app_id: id, name }, tokens: created.tokens, owners: created.owners },
        text: [
          `app ${name} (${id})`,
          'Its tokens, shown this once:',
          table(['kind', 'token'], lines),
          ownersText({ name, owners: created.owners }),
        ].join('\n'),
      };
    },
    { makesStore: () => true, names: { name: '--name' } },
  );

  storeCommand(app.command('list').description('list all apps'), terminal, async (ctx) => {
    const apps = await listAllApps(ctx);
    return {
      json: { apps: apps.map(({ id, name }) => ({ app_id: id, name })) },
      text: table(
        ['name', 'id'],
        apps.map(({ name, id }) => [name, id]),
      ),
    };
  });

  storeCommand(
    app
      .command('show')
      .description('show an app, its platforms, hosts, and how many templates it has')
      .argument('<name>', 'name of the app'),
    terminal,
    async (ctx, _config, name: string) => {
      const { id } = await getApp(ctx, name);
      // As `GET /manage/v1/app` answers, so that `apply` reads it.
      const { app: shown } = await readApp(ctx, id);
      const rows = PLATFORMS.map((platform) => {
        const { enabled, base = '-', fallback } = shown.platforms[platform];
        return [platform, enabled ? 'on' : 'off', base, fallback || '-'];
      });
      const hosts = shown.hosts.length > 0 ? `, links at ${shown.hosts.join(', ')}` : '';
      const heading = `app ${name} (${id}), ${shown.templates.length} templates${hosts}`;
      return {
        json: shown,
        text: `${heading}\n${table(['platform', 'state', 'base', 'fallback'], rows)}`,
      };
    },
  );
}

function appName(text: string): string {
  if (new RegExp(APP_NAME).test(text)) return text;
  throw new InvalidArgumentError('It must be small letters, digits and hyphens, at most 64.');
}
