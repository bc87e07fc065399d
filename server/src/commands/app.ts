import type { Command } from 'commander';
import { createApp } from '../actions/apps/create-app.ts';
import { allowDefaultHost } from '../actions/apps/allow-default-host.ts';
import { listAllApps, showApp, showAppBesides } from '../actions/apps/get-app.ts';
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
      const { pendingHosts, onDefaultHost } = await showAppBesides(ctx, shown.id);
      const heading = [
        `app ${shown.name} (${shown.id})`,
        `${shown.templates.length} templates`,
        ...(shown.hosts.length > 0 ? [`links at ${shown.hosts.join(', ')}`] : []),
        ...(pendingHosts.length > 0 ? [`pending hosts ${pendingHosts.join(', ')}`] : []),
        ...(onDefaultHost ? [] : ['not in the association files of the default host']),
      ].join(', ');
      const { create, max_links } = shown.platform_tokens;
      const limit = max_links === undefined ? '' : ` of ${max_links}`;
      const creates = `platform tokens create: ${create}; links created: ${shown.platform_links}${limit}`;
      return {
        json: shown,
        text: `${heading}\n${creates}\n${table(['platform', 'state', 'base', 'fallback'], rows)}`,
      };
    },
  );

  storeCommand(
    app
      .command('allow-default-host')
      .description('list an app in the association files of the default host')
      .argument('<name>', 'name of the app')
      .option('--off', 'list it there no longer'),
    terminal,
    async (ctx, _config, name: string, options: { off?: boolean }) => {
      const allowed = options.off !== true;
      const changed = await allowDefaultHost(ctx, name, allowed);
      const state = allowed ? 'may be listed' : 'is not listed';
      return {
        json: { app: name, default_host: allowed, changed },
        text: `app ${name} ${state} in the association files of the default host`,
      };
    },
  );
}
