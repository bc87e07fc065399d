import { Type, type Static } from 'typebox';
import { campaignOf, queryOf, type Campaign } from '../click/campaign.ts';
import { codeIn } from './code.ts';
import type { Refused } from '../text/issue.ts';
import type { JsonText } from '../text/json.ts';
import { issuesOf } from '../text/schema.ts';
import { MAX_LINK_LENGTH } from '../text/uri.ts';
import { component, uuidText } from '../text/shapes.ts';

/** The body of `POST /client/v1/redemptions`. */
export const RedeemRequestSchema = component(
  'RedeemRequest',
  {
    smartlink: Type.String({
      minLength: 1,
      maxLength: MAX_LINK_LENGTH,
      description:
        'The code of the link, or its complete address. `utm_campaign`, `utm_source` and `utm_medium` in its query are counted.',
    }),
    redemption_id: uuidText(
      'A UUID that the client creates and stores until it has the response. A request with the same id is a retry: it gets the first response and is not counted.',
    ),
  },
  {
    examples: [
      { smartlink: 'H7kTq2Rb', redemption_id: '0e6f7a52-5d0c-4b8e-9a3f-2f1f0c6f9d11' },
      {
        smartlink: 'https://go.shop.example/H7kTq2Rb',
        redemption_id: '0e6f7a52-5d0c-4b8e-9a3f-2f1f0c6f9d11',
      },
    ],
  },
);

export interface RedeemRequest {
  readonly code: string;
  readonly id: string;
  /** The UTM parameters in the address that was sent. */
  readonly campaign: Campaign;
}

const structuralIssues = issuesOf(RedeemRequestSchema, []);

/** Reads a redemption request; returns the code and the id, or all errors. */
export function parseRedeemRequest(json: JsonText): RedeemRequest | Refused {
  const issues = structuralIssues(json.value);
  if (issues.length > 0) return { issues };
  const request = json.value as Static<typeof RedeemRequestSchema>;
  const { smartlink, redemption_id } = request;
  return {
    code: codeIn(smartlink),
    id: redemption_id.toLowerCase(),
    campaign: campaignOf(queryOf(smartlink)),
  };
}

/** The result of an accepted redemption. */
export interface Grant {
  readonly code: string;
  /** JSON text exactly as the creator of the link sent it. */
  readonly metadata: string | null;
  /** The number of redemptions of the link, including this one. */
  readonly redemptions: number;
  readonly redeemLimit: number | null;
}

/** Returns the response to a redemption. Equal grants produce equal bytes each time. */
export function redemptionAnswer({ code, metadata, redemptions, redeemLimit }: Grant): string {
  return `{"code":"${code}","metadata":${metadata ?? 'null'},"redemptions":${redemptions},"redeem_limit":${redeemLimit ?? 'null'}}`;
}
