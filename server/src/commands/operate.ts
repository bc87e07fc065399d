import { examine } from '../actions/operate/doctor.ts';
import type { OperatorCommand } from './command.ts';
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
}
