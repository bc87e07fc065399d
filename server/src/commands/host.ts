import { approveHost } from '../actions/hosts/approve-host.ts';
import { listAllHosts } from '../actions/hosts/list-all-hosts.ts';
import type { OperatorCommand } from './command.ts';
import { table } from './table.ts';

export function hostCommands(program: OperatorCommand): void {
  const host = program.command('host').description('list and approve the hosts of apps');

  host
    .command('list')
    .description('list the hosts of apps, and the DNS records of pending hosts')
    .option('--app <app>', 'only those of this app')
    .onStore(async ({ ctx }, options: { app?: string }) => {
      const hosts = await listAllHosts(ctx, options.app);
      const rows = hosts.map(({ host: name, app, state, record }) => {
        return [name, app, state, record ? `${record.name} ${record.type} "${record.value}"` : '-'];
      });
      const json = hosts.map(({ record, ...other }) => ({ ...other, record: record ?? null }));
      return { json: { hosts: json }, text: table(['host', 'app', 'state', 'record'], rows) };
    });

  host
    .command('approve')
    .description('approve a host of an app, without a DNS record')
    .argument('<host>', 'such as go.shop.example')
    .requiredOption('--app <app>', 'name of the app')
    .option('--move', 'move it from the app that has it now')
    .errorsName({ names: { host: '<host>' } })
    .onStore(async ({ ctx }, name: string, options: { app: string; move?: boolean }) => {
      const done = await approveHost(ctx, options.app, name, options.move === true);
      const from = done.movedFrom === undefined ? '' : `, and no longer those of ${done.movedFrom}`;
      return {
        json: { host: done.host, app: done.app, moved_from: done.movedFrom ?? null },
        text: `links of ${done.app} open under ${done.host}${from}`,
      };
    });
}
