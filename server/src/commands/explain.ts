import { explainVisit, type ExplainedVisit } from '../actions/links/explain-visit.ts';
import { codeIn } from '../domain/link/code.ts';
import { parseUrl } from '../domain/text/uri.ts';
import { simulationIssues } from '../domain/rule/simulation.ts';
import { parseTime } from '../domain/text/time-text.ts';
import { ownVisitSegment, type OwnAddresses } from '../domain/link/own-address.ts';
import { fail, refuse } from '../problem.ts';
import { headerLines, optionNames, wholeNumber } from './arguments.ts';
import type { OperatorCommand } from './command.ts';
import { table } from './table.ts';

interface ExplainOptions {
  readonly userAgent: string;
  readonly language?: string;
  readonly country?: string;
  readonly address?: string;
  readonly percentile?: number;
  readonly appVersion?: string;
  readonly at?: string;
  readonly header?: readonly (readonly [string, string])[];
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
    )
    .option('--language <tag>', 'the preferred language of the visitor, such as pt-BR')
    .option('--country <code>', 'the country of the visitor, such as DE')
    .option('--address <ip>', 'the address of the visitor: gives the country and the percentile')
    .option('--percentile <number>', 'the percentile of the visitor, 0 to 99', wholeNumber(0, 99))
    .option('--app-version <version>', 'the version of the app that resolves the link')
    .option('--at <time>', 'the time of the visit, such as 2026-12-24T18:00:00+01:00')
    .errorsName({ names: optionNames('language', 'country', 'address', 'app_version', 'at') })
    .argument('<address>', 'the address of the smart link, with its query, or its code')
    .onStore(async ({ ctx }, visited: string, options: ExplainOptions) => {
      const { userAgent, header = [], at, ...conditions } = options;
      const issues = simulationIssues({ ...conditions, at });
      if (issues.length > 0) refuse(issues);
      const url = parseUrl(visited);
      const headers = {
        ...(url ? { host: url.host } : {}),
        ...Object.fromEntries(header),
        'user-agent': userAgent,
      };
      const visitor = { ...conditions, headers, query: url?.search ?? '' };
      const time = at === undefined ? undefined : parseTime(at);
      const code = url ? codeAt(url, ctx.own()) : codeIn(visited);
      const explained = await explainVisit(ctx, code, { ...visitor, at: time });
      return { json: explained, text: inWords(explained) };
    });
}

/** As for a visit, except for paths of the service itself. */
function codeAt({ pathname }: URL, own: OwnAddresses): string {
  const code = ownVisitSegment(pathname, own);
  if (code !== undefined) return code;
  fail(
    'not_found',
    `No smart link opens at ${pathname}: they open at ${own.smartlinkBase}/<code>.`,
  );
}

function inWords({ code, visitor, kind, status, addresses, why, rules }: ExplainedVisit): string {
  return [
    `${code} for ${visitor}: ${kind} (${status})`,
    ...why.map((step, index) => `  ${index + 1}. ${step}`),
    table(['', ''], Object.entries(addresses)).split('\n').slice(1).join('\n'),
    `device detection of ${rules}`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}
