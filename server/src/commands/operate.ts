import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { examine } from '../actions/operate/doctor.ts';
import { backUp } from '../actions/operate/backup.ts';
import { openStore } from '../store.ts';
import { readConfig } from '../config.ts';
import { fail } from '../problem.ts';
import {
  endWith,
  EXIT,
  createdStore,
  report,
  storeCommand,
  type Report,
  type Terminal,
} from './command.ts';
import { progressLine } from './progress-line.ts';

export function operateCommands(program: Command, terminal: Terminal): void {
  const migrate = program.command('migrate').description('migrate the database to this version');
  migrate.option('--json', 'print one JSON document').action(async () => {
    const json = migrate.opts<{ json?: boolean }>().json === true;
    const work = async (): Promise<Report> => {
      const store = await openStore(readConfig(terminal.environment));
      await store.close();
      const { migrated, isNew } = store;
      if (isNew) terminal.stderr.write(`smartlink: ${createdStore(store)}\n`);
      const text = migrated.map((name) => `applied ${name}`).join('\n') || 'nothing to do';
      return { json: { applied: migrated }, text };
    };
    endWith(await report(terminal, json, work));
  });

  storeCommand(
    program.command('doctor').description('check the installation and suggest fixes'),
    terminal,
    async (ctx, config) => {
      const findings = await examine(ctx, config);
      const text = findings
        .map(
          ({ level, what, advice }) =>
            `${level.padEnd(7)}  ${what}${advice === undefined ? '' : `\n         → ${advice}`}`,
        )
        .join('\n');
      const bad = findings.some(({ level }) => level === 'error');
      const documents = findings.map(({ level, what, advice = null }) => {
        return { level, what, fix: advice };
      });
      return { json: { findings: documents }, text, exitCode: bad ? EXIT.failed : EXIT.ok };
    },
  );

  storeCommand(
    program
      .command('backup')
      .description('write a consistent copy of the database to a new file, while it is in use')
      .argument('<file>', 'must not exist yet'),
    terminal,
    async (ctx, _config, file: string) => {
      if (existsSync(file))
        fail('validation_failed', `${file} already exists; a backup never overwrites a file`);
      const progress = progressLine(terminal);
      const { bytes, links } = await backUp(ctx, file, progress.show);
      progress.end();
      return { json: { file, bytes, links }, text: `${file}: ${links} links, ${bytes} bytes` };
    },
  );
}
