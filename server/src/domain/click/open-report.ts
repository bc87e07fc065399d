import { Type } from 'typebox';
import { codeIn } from '../link/code.ts';
import { parserOf } from '../text/schema.ts';
import { component, SmartlinkSchema, uuidText } from '../text/shapes.ts';
import { campaignOf, queryOf, type Campaign } from './campaign.ts';

/** Clients discard older reports. */
export const MAX_AGE_SECONDS = 7 * 86_400;

/** The body of `POST /client/v1/opens`. */
export const OpenReportSchema = component(
  'OpenReport',
  {
    smartlink: SmartlinkSchema,
    open_id: uuidText(
      'A UUID that the client creates and stores until it has the response. A report with the same id is a retry and is not counted.',
    ),
    age_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_AGE_SECONDS,
        default: 0,
        description: 'How long ago the app was opened, if it could not be reported at once.',
      }),
    ),
  },
  {
    examples: [
      { smartlink: 'H7kTq2Rb', open_id: '5b0b6c53-7a3e-4a51-9f0a-4f6f8f1d2c3b' },
      {
        smartlink: 'H7kTq2Rb?utm_campaign=spring',
        open_id: '5b0b6c53-7a3e-4a51-9f0a-4f6f8f1d2c3b',
        age_seconds: 3600,
      },
    ],
  },
);

export interface OpenReport {
  readonly code: string;
  readonly id: string;
  readonly ageSeconds: number;
  readonly campaign: Campaign;
}

/** Reads a report; returns it, or all errors. */
export const parseOpenReport = parserOf(
  OpenReportSchema,
  ({ smartlink, open_id, age_seconds = 0 }): OpenReport => ({
    code: codeIn(smartlink),
    id: open_id.toLowerCase(),
    ageSeconds: age_seconds,
    campaign: campaignOf(queryOf(smartlink)),
  }),
);
