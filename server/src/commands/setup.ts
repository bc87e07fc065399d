import { isFirstLinkOpen } from '../actions/members/first-invitation.ts';
import { applySetup, readApps, type ApplyWarning, type ReadApps } from '../actions/setup/apply.ts';
import { parseJson, withLine } from '../domain/text/json.ts';
import { neverMatches } from '../domain/template/matcher.ts';
import { refuse } from '../problem.ts';
import { addressesOf } from '../store.ts';
import type { OperatorCommand } from './command.ts';
import { inputText } from './input-text.ts';
import { ownersText } from './app.ts';

interface ApplyOptions {
  readonly dryRun?: boolean;
}

export function setupCommands(program: OperatorCommand): void {
  let apps: ReadApps;
  program
    .command('apply')
    .description('apply a file with apps, platforms and templates')
    .option('--dry-run', 'only show what would change')
    .argument('<file>', 'JSON, see docs/apply.schema.json; "-" reads standard input')
    .createsStore((_file: string, { dryRun }: ApplyOptions) => dryRun !== true)
    .beforeOpening(async (config, file: string) => {
      // A file with errors must not create a database.
      const document = parsed(await inputText(file, program.terminal));
      apps = await readApps(document, addressesOf(config, config.port));
    })
    .onStore(async ({ ctx }, _file: string, options: ApplyOptions) => {
      const dryRun = options.dryRun === true;
      const { differences, warnings, newApps } = await applySetup(ctx, apps, dryRun);
      const lines = differences.map(({ change, what, from, to }) => {
        const before = from === undefined ? '' : `\n    from ${JSON.stringify(from)}`;
        const after = to === undefined ? '' : `\n    to   ${JSON.stringify(to)}`;
        return `${SIGNS[change]} ${what}${before}${after}`;
      });
      const count =
        differences.length === 0
          ? 'nothing to change'
          : `${differences.length} ${differences.length === 1 ? 'change' : 'changes'}`;
      const firstLink = await isFirstLinkOpen(ctx);
      const text = [
        ...lines,
        `${count}${dryRun && differences.length > 0 ? ' would be made' : ''}`,
        ...newApps.map((app) => ownersText(app, firstLink, ctx.programName)),
        ...warnings.map((warning) => `warning: ${warning.app}: ${warningText(warning)}`),
      ].join('\n');
      return {
        json: { dry_run: dryRun, changes: differences, new_apps: newApps, warnings },
        text,
      };
    });
}

const SIGNS = { add: '+', remove: '-', replace: '~' } as const;

function warningText(warning: ApplyWarning): string {
  return 'host' in warning
    ? `the file proves the pending host "${warning.host}", without a DNS record`
    : neverMatches(warning);
}

function parsed(text: string): unknown {
  const result = parseJson(text);
  if ('issue' in result) {
    const { pointer, detail } = result.issue;
    refuse([{ pointer, detail: withLine(detail, text) }]);
  }
  return result.json.value;
}
