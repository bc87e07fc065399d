import { CommanderError } from 'commander';
import { VERSION } from '../version.ts';
import { appCommands } from './app.ts';
import { backupCommands } from './backup.ts';
import { clicksCommand } from './clicks.ts';
import { OperatorCommand } from './command.ts';
import { copyCommand } from './copy.ts';
import { explainCommand } from './explain.ts';
import { hostCommands } from './host.ts';
import { linkCommands } from './link.ts';
import { memberCommands } from './member.ts';
import { operateCommands } from './operate.ts';
import { EXIT, Failed, reportError, type Terminal } from './report.ts';
import { schemaCommands } from './schema.ts';
import { serveCommand } from './serve.ts';
import { setupCommands } from './setup.ts';
import { templateCommands } from './template.ts';
import { tokenCommands } from './token.ts';
import { webhookCommands } from './webhook.ts';

/**
 * Runs the command that `args` describe and returns its exit code. Never throws. Input and output use only
 * `terminal`; `serve` also handles SIGINT and SIGTERM of the process.
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await program(terminal).parseAsync(args, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof Failed) return error.exitCode;
    if (!(error instanceof CommanderError)) return reportError(terminal, error);
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
}

/** Commander prints a suggestion on a separate line. */
function oneLine(text: string): string {
  return `smartlink: ${text
    .replace(/^error: /, '')
    .trim()
    .replaceAll('\n', ' ')}\n`;
}

const SETTINGS_HELP = `
Settings are environment variables, such as DATABASE_URL: docs/operate/settings.md.
Exit codes: 0 done, 1 failed, 2 wrong usage or setting, 3 the database cannot be used.
`;

/** All operator commands. Settings come from the environment: docs/operate/settings.md. */
export function program(terminal: Terminal): OperatorCommand {
  const root = new OperatorCommand(terminal, 'smartlink')
    .description('Smart links: one short link that takes each visitor to the right place.')
    .version(VERSION)
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
      outputError: (text, write) => write(oneLine(text)),
    })
    .showSuggestionAfterError()
    .addHelpText('after', SETTINGS_HELP)
    .exitOverride();
  serveCommand(root);
  setupCommands(root);
  appCommands(root);
  hostCommands(root);
  tokenCommands(root);
  webhookCommands(root);
  memberCommands(root);
  templateCommands(root);
  schemaCommands(root);
  linkCommands(root);
  clicksCommand(root);
  explainCommand(root);
  operateCommands(root);
  backupCommands(root);
  copyCommand(root);
  return root;
}
