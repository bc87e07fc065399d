import { existsSync } from 'node:fs';
import { examine } from '../actions/operate/doctor.ts';
import { backUp } from '../actions/operate/backup.ts';
import { fail } from '../problem.ts';
import type { OperatorCommand } from './command.ts';
import { progressLine } from './progress-line.ts';
import { EXIT } from './report.ts';

export function operateCommands(program: OperatorCommand): void {
  program
    .command('migrate')
    .description('migrate the database to this version')
    .createsStore()
    .onStore(async ({ migrated }) => {
      const text = migrated.map((name) => `applied ${name}`).join('\n') || 'nothing to do';
      return { json: { applied: migrated }, text };
    });

  program
    .command('doctor')
    .description('check the installation and suggest fixes')
    .onStore(async ({ ctx, config }) => {
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
    });

  program
    .command('backup')
    .description('write a consistent copy of the database to a new file, while it is in use')
    .argument('<file>', 'must not exist yet')
    .onStore(async ({ ctx }, file: string) => {
      if (existsSync(file))
        fail('validation_failed', `${file} already exists; a backup never overwrites a file`);
      const progress = progressLine(program.terminal);
      const { bytes, links } = await backUp(ctx, file, progress.show);
      progress.end();
      return { json: { file, bytes, links }, text: `${file}: ${links} links, ${bytes} bytes` };
    });
}
