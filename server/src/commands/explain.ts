import { explainVisit, type ExplainedVisit } from '../actions/links/explain-visit.ts';
import { codeIn } from '../domain/link/code.ts';
import { parseUrl } from '../domain/text/uri.ts';
import { headerLines } from './arguments.ts';
import type { OperatorCommand } from './command.ts';
import { table } from './table.ts';

interface ExplainOptions {
  readonly userAgent: string;
  readonly header: readonly (readonly [string, string])[];
}

export function explainCommand(program: OperatorCommand): void {
  program
    .command('explain')
    .description('show what a visitor of a smart link gets, and why; nothing is counted')
    .requiredOption('--user-agent <text>', 'the User-Agent of the browser')
    .option(
      '--header <line>',
      'another request header, such as "Sec-CH-UA-Platform: Android"; may be repeated',
      headerLines,
      [] as readonly (readonly [string, string])[],
    )
    .argument('<address>', 'the address of the smart link, with its query, or its code')
    .onStore(async ({ ctx }, address: string, { userAgent, header }: ExplainOptions) => {
      const url = parseUrl(address);
      const headers = {
        ...(url ? { host: url.host } : {}),
        ...Object.fromEntries(header),
        'user-agent': userAgent,
      };
      const explained = await explainVisit(ctx, codeIn(address), headers, url?.search ?? '');
      return { json: explained, text: inWords(explained) };
    });
}

function inWords({ code, visitor, kind, status, addresses, why, rules }: ExplainedVisit): string {
  return [
    `${code} for ${visitor}: ${kind} (${status})`,
    ...why.map((step, index) => `  ${index + 1}. ${step}`),
    table(['', ''], Object.entries(addresses)).split('\n').slice(1).join('\n'),
    `rules of ${rules}`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}
