import type { Static } from 'typebox';
import { clickReport, type ReportRequest } from '../../../actions/clicks/click-report.ts';
import { clickDocument } from '../../../actions/documents/click-document.ts';
import { DIMENSIONS, UNKNOWN, type Dimension } from '../../../domain/click/click.ts';
import { readDimensions } from '../../../domain/click/dimensions.ts';
import { displayTextIssue } from '../../../domain/text/text.ts';
import { orRefuse } from '../../../problem.ts';
import { refuseParameters, type WrongParameter } from '../../query.ts';
import { endpoint } from '../../endpoint.ts';
import { codeParams } from '../links/managed-link.ts';
import { ClickReportSchema, COUNTRY_FILTER, reportQuery } from './report-shapes.ts';

const DESCRIPTION =
  'Totals, a series and breakdowns of a period. Series are exact in every time zone for 14 days; older counts are kept by UTC hour, and those older than 13 months by UTC day. Breakdowns and filters by other dimensions than `kind`, `outcome` and `platform` are counted by UTC days, with the current one until the period is over.';

const responses = { 200: { description: 'The counts.', schema: ClickReportSchema } };

export const appClicksEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/clicks',
  callers: 'viewer',
  id: 'getClicks',
  summary: 'Count the clicks of the app',
  description: DESCRIPTION,
  query: reportQuery,
  responses,
  problems: ['clicks_off'],
  async handle({ ctx, appId, query }) {
    return clickDocument(await clickReport(ctx, appId, undefined, requestOf(query)));
  },
});

export const linkClicksEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/smartlinks/:code/clicks',
  callers: 'viewer',
  id: 'getSmartlinkClicks',
  summary: 'Count the clicks of a smart link',
  description: DESCRIPTION,
  params: codeParams,
  query: reportQuery,
  responses,
  problems: ['clicks_off'],
  async handle({ ctx, appId, params, query }) {
    return clickDocument(await clickReport(ctx, appId, params.code, requestOf(query)));
  },
});

const DEFAULT_LIMIT = 10;

const COUNTRY = new RegExp(COUNTRY_FILTER);

function countryIssue(value: string): string | undefined {
  if (COUNTRY.test(value)) return undefined;
  return 'must be the code of a country in capital letters, such as DE, or empty for unknown';
}

function requestOf(query: Static<typeof reportQuery>): ReportRequest {
  const { from, to, time_zone, unit, compare, by, limit = DEFAULT_LIMIT, sort = 'clicks' } = query;
  const filters = new Map<Dimension, string>();
  const wrong: WrongParameter[] = [];
  for (const name of DIMENSIONS) {
    const value = query[name];
    if (value === undefined) continue;
    const detail =
      displayTextIssue(value) ?? (name === 'country' ? countryIssue(value) : undefined);
    if (detail !== undefined) wrong.push({ name, detail });
    filters.set(name, value === UNKNOWN ? '' : value);
  }
  if (wrong.length > 0) refuseParameters(wrong);
  const dimensions = orRefuse(readDimensions(by));
  const comparesPrevious = compare === 'previous';
  return { from, to, time_zone, unit, comparesPrevious, by: dimensions, limit, sort, filters };
}
