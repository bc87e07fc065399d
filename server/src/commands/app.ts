import type { Command } from 'commander';
import { createApp } from '../actions/apps/create-app.ts';
import { listAllApps, showApp } from '../actions/apps/get-app.ts';
import { PLATFORMS } from '../domain/platform.ts';
import { storeCommand, table, type Terminal } from './command.ts';

export function appCommands(program: Command, terminal: Terminal): void {
  const app = program.command('app').description('create, list and show apps');

  storeCommand(
    app
      .command('create')
      .description('create an app with one token of each kind')
      .requiredOption('--name <name>', 'small letters, digits and hyphens'),
    terminal,
    async (ctx, _config, options: { name: string }) => {
      const created = await createApp(ctx, options.name);
      const lines = Object.entries(created.tokens).map(([kind, token]) => [kind, token]);
      return {
        json: created,
        text: `app ${created.app.name} (${created.app.id})\nIts tokens, shown this once:\n${table(['kind', 'token'], lines)}`,
      };
    },
  );

  storeCommand(app.command('list').description('list all apps'), terminal, async (ctx) => {
    const apps = await listAllApps(ctx);
    return {
      json: { apps },
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
      const shown = await showApp(ctx, name);
      const rows = PLATFORMS.map((platform) => {
        const { enabled, base = '-', fallback } = shown.platforms[platform];
        return [platform, enabled ? 'on' : 'off', base, fallback || '-'];
      });
      const hosts = shown.hosts.length > 0 ? `, links at ${shown.hosts.join(', ')}` : '';
      const heading = `app ${shown.name} (${shown.id}), ${shown.templates.length} templates${hosts}`;
      const { create, max_links } = shown.platform_tokens;
      const limit = max_links === undefined ? '' : ` of ${max_links}`;
      const creates = `platform tokens create: ${create}; links created: ${shown.platform_links}${limit}`;
      return {
        json: shown,
        text: `${heading}\n${creates}\n${table(['platform', 'state', 'base', 'fallback'], rows)}`,
      };
    },
  );
}
