import { InvalidArgumentError } from 'commander';
import { allowDefaultHost } from '../actions/apps/allow-default-host.ts';
import { readApp } from '../actions/apps/change-app.ts';
import { createApp } from '../actions/apps/create-app.ts';
import { getApp, listAllApps, showAppDetails } from '../actions/apps/get-app.ts';
import { isFirstLinkOpen } from '../actions/members/first-invitation.ts';
import type { NewApp } from '../actions/setup/apply.ts';
import { PLATFORMS } from '../domain/app/platform.ts';
import { APP_NAME } from '../domain/app/setup-schema.ts';
import { fail } from '../problem.ts';
import type { OperatorCommand } from './command.ts';
import { table } from './table.ts';

export function appCommands(program: OperatorCommand): void {
  const app = program.command('app').description('create, list and show apps');

  app
    .command('create')
    .description('create an app with one token of each kind')
    .requiredOption('--name <name>', 'lowercase letters, digits and hyphens', appName)
    .createsStore()
    .errorsName({ names: { name: '--name' } })
    .onStore(async ({ ctx }, { name }: { name: string }) => {
      const known = await listAllApps(ctx);
      if (known.some((one) => one.name === name)) {
        fail('validation_failed', `--name: an app named "${name}" already exists`);
      }
      const created = await createApp(ctx, name, 'common-owners');
      const lines = Object.entries(created.tokens).map(([kind, token]) => [kind, token]);
      const { id } = created.app;
      return {
        json: { app: { app_id: id, name }, tokens: created.tokens, owners: created.owners },
        text: [
          `app ${name} (${id})`,
          'Its tokens (shown only once):',
          table(['kind', 'token'], lines),
          ownersText({ name, owners: created.owners }, await isFirstLinkOpen(ctx), ctx.programName),
        ].join('\n'),
      };
    });

  app
    .command('list')
    .description('list all apps')
    .onStore(async ({ ctx }) => {
      const apps = await listAllApps(ctx);
      const rows = apps.map(({ name, id }) => [name, id]);
      return {
        json: { apps: apps.map(({ id, name }) => ({ app_id: id, name })) },
        text: table(['name', 'id'], rows),
      };
    });

  app
    .command('show')
    .description('show an app, its platforms, hosts, and how many templates it has')
    .argument('<name>', 'name of the app')
    .onStore(async ({ ctx }, name: string) => {
      const { id } = await getApp(ctx, name);
      // The same document as `GET /manage/v1/app`, so that `apply` can read it.
      const { app: shown } = await readApp(ctx, id, 'proven');
      const rows = PLATFORMS.map((platform) => {
        const { enabled, base = '-', fallback } = shown.platforms[platform];
        return [platform, enabled ? 'on' : 'off', base, fallback || '-'];
      });
      const { pendingHosts, onDefaultHost, platformLinks } = await showAppDetails(ctx, id);
      const heading = [
        `app ${name} (${id})`,
        shown.templates.length === 1 ? '1 template' : `${shown.templates.length} templates`,
        ...(shown.hosts.length > 0 ? [`links at ${shown.hosts.join(', ')}`] : []),
        ...(pendingHosts.length > 0 ? [`pending hosts ${pendingHosts.join(', ')}`] : []),
        ...(onDefaultHost ? [] : ['not in the association files of the default host']),
      ].join(', ');
      const { create, max_links } = shown.platform_tokens;
      const limit = max_links === undefined ? '' : ` of ${max_links}`;
      const creates = `platform tokens create: ${create}; links created: ${platformLinks}${limit}`;
      return {
        json: shown,
        text: `${heading}\n${creates}\n${table(['platform', 'state', 'base', 'fallback'], rows)}`,
      };
    });

  app
    .command('allow-default-host')
    .description('list an app in the association files of the default host')
    .argument('<name>', 'name of the app')
    .option('--off', 'remove it from the association files')
    .onStore(async ({ ctx }, name: string, options: { off?: boolean }) => {
      const allowed = options.off !== true;
      const changed = await allowDefaultHost(ctx, name, allowed);
      const state = allowed ? 'may be listed' : 'is not listed';
      return {
        json: { app: name, default_host: allowed, changed },
        text: `app ${name} ${state} in the association files of the default host`,
      };
    });
}

function appName(text: string): string {
  if (new RegExp(APP_NAME).test(text)) return text;
  throw new InvalidArgumentError(
    'It must have only lowercase letters, digits and hyphens, at most 64.',
  );
}

/**
 * Who owns a new app, or how it gets an owner. `canClaim`: the sign-in link of the first start can be used, or the next
 * start creates it.
 */
export function ownersText({ name, owners }: NewApp, canClaim: boolean, program: string): string {
  if (owners.length > 0) return `${name} is owned by ${owners.join(', ')} in the dashboard`;
  const invite = `${program} member invite <email> --app ${name} --role owner`;
  return canClaim
    ? `${name} has no owner yet: the person who signs in with the link of the first start becomes its owner. To invite another person: ${invite}`
    : `${name} has no owner yet; invite one: ${invite}`;
}
