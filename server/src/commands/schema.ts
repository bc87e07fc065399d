import { readFileSync } from 'node:fs';
import { triedSchema } from '../domain/schema/schema-trial.ts';
import { parseJson } from '../domain/text/json.ts';
import { fail, refuse } from '../problem.ts';
import type { OperatorCommand } from './command.ts';
import { EXIT, type Terminal } from './report.ts';

interface CheckOptions {
  readonly value?: string;
}

export function schemaCommands(program: OperatorCommand): void {
  const { terminal } = program;
  program
    .command('schema')
    .description('check JSON schemas for metadata')
    .command('check')
    .description('show errors in a metadata schema, or in metadata checked against it')
    .argument('<file>', 'the schema; "-" reads standard input')
    .option('--value <file>', 'metadata to check against the schema; "-" reads standard input')
    .refuses((file: string, { value }: CheckOptions) =>
      file === '-' && value === '-' ? 'only one file can be standard input' : undefined,
    )
    .reports(async (file: string, { value: valueFile }: CheckOptions) => {
      const schema = read(file, terminal).value;
      const value = valueFile === undefined ? undefined : read(valueFile, terminal);
      const errors = triedSchema({ schema, value });
      return {
        json: { errors },
        text: errors.map(({ pointer, detail }) => `${pointer} ${detail}`).join('\n') || 'no errors',
        exitCode: errors.length > 0 ? EXIT.failed : EXIT.ok,
      };
    });
}

/** The JSON of a file as a value and as text. */
function read(file: string, { readInput }: Terminal): { value: unknown; text: string } {
  let text: string;
  try {
    text = file === '-' ? readInput() : readFileSync(file, 'utf8');
  } catch (error) {
    fail('not_found', `the file cannot be read: ${(error as Error).message}`);
  }
  const parsed = parseJson(text);
  if ('issue' in parsed) refuse([parsed.issue]);
  return { value: parsed.json.value, text: text.trim() };
}
