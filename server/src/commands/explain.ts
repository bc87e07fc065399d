import type { Command } from 'commander';
import { explainVisit, type ExplainedVisit } from '../actions/links/explain-visit.ts';
import { codeIn } from '../domain/code.ts';
import { parseUrl } from '../domain/uri.ts';
import { fail } from '../problem.ts';
import { collected, storeCommand, table, type Terminal } from './command.ts';

interface ExplainOptions {
  readonly userAgent: string;
  readonly header: readonly string[];
}

export function explainCommand(program: Command, terminal: Terminal): void {
  storeCommand(
    program
      .command('explain')
      .description('say what a visitor of a smart link gets, and why; nothing is counted')
      .requiredOption('--user-agent <text>', 'what the browser calls itself')
      .option(
        '--header <line>',
        'another header that it sends, such as "Sec-CH-UA-Platform: Android"; may come more than once',
        collected,
        [] as readonly string[],
      )
      .argument('<address>', 'of the smart link, its query included, or its code'),
    terminal,
    async (ctx, _config, address: string, { userAgent, header }: ExplainOptions) => {
      const url = parseUrl(address);
      const headers = {
        ...(url ? { host: url.host } : {}),
        ...Object.fromEntries(header.map(headerOf)),
        'user-agent': userAgent,
      };
      const explained = await explainVisit(ctx, codeIn(address), headers, url?.search ?? '');
      return { json: explained, text: inWords(explained) };
    },
  );
}

function headerOf(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  if (colon < 1) fail('validation_failed', `--header must be "Name: value", not "${line}"`);
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
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
