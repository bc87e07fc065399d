import { triedSchema } from '../domain/schema/schema-trial.ts';
import { parseJson, withLine } from '../domain/text/json.ts';
import { fail } from '../problem.ts';
import type { OperatorCommand } from './command.ts';
import { inputText } from './input-text.ts';
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
      const schema = (await read(file, terminal)).value;
      const value = valueFile === undefined ? undefined : await read(valueFile, terminal);
      const errors = triedSchema({ schema, value });
      return {
        json: { errors },
        text: errors.map(({ pointer, detail }) => `${pointer} ${detail}`).join('\n') || 'no errors',
        exitCode: errors.length > 0 ? EXIT.failed : EXIT.ok,
      };
    });
}

async function read(file: string, terminal: Terminal): Promise<{ value: unknown; text: string }> {
  const text = await inputText(file, terminal);
  const parsed = parseJson(text);
  if ('json' in parsed) return { value: parsed.json.value, text: text.trim() };
  const { pointer, detail } = parsed.issue;
  const name = file === '-' ? 'standard input' : file;
  return fail(
    'validation_failed',
    `${name}${pointer === '' ? '' : ` ${pointer}`} ${withLine(detail, text)}`,
  );
}
