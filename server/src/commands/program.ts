import { Command } from 'commander';
import { VERSION } from '../version.ts';
import { appCommands } from './app.ts';
import type { Terminal } from './command.ts';
import { copyCommand } from './copy.ts';
import { explainCommand } from './explain.ts';
import { hostCommands } from './host.ts';
import { linkCommands } from './link.ts';
import { memberCommands } from './member.ts';
import { operateCommands } from './operate.ts';
import { serveCommand } from './serve.ts';
import { setupCommands } from './setup.ts';
import { templateCommands } from './template.ts';
import { tokenCommands } from './token.ts';

/** Commander prints a suggestion on a separate line. */
function oneLine(text: string): string {
  return `smartlink: ${text
    .replace(/^error: /, '')
    .trim()
    .replaceAll('\n', ' ')}\n`;
}

/** Returns all operator commands. The environment has the settings: docs/operate/settings.md. */
export function program(terminal: Terminal): Command {
  const root = new Command('smartlink')
    .description('Smart links: one short link that takes each visitor to the right place.')
    .version(VERSION)
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
      outputError: (text, write) => write(oneLine(text)),
    })
    .showSuggestionAfterError()
    .exitOverride();
  serveCommand(root, terminal);
  setupCommands(root, terminal);
  appCommands(root, terminal);
  hostCommands(root, terminal);
  tokenCommands(root, terminal);
  memberCommands(root, terminal);
  templateCommands(root, terminal);
  linkCommands(root, terminal);
  explainCommand(root, terminal);
  operateCommands(root, terminal);
  copyCommand(root, terminal);
  return root;
}
