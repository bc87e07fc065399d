import { campaignOf, queryOf, type Campaign } from '../click/campaign.ts';
import { codeIn } from './code.ts';
import { parserOf } from '../text/schema.ts';
import { component, SmartlinkSchema, uuidText } from '../text/shapes.ts';

/** The body of `POST /client/v1/redemptions`. */
export const RedeemRequestSchema = component(
  'RedeemRequest',
  {
    smartlink: SmartlinkSchema,
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

/** Reads a redemption request; returns it, or all errors. */
export const parseRedeemRequest = parserOf(
  RedeemRequestSchema,
  ({ smartlink, redemption_id }): RedeemRequest => ({
    code: codeIn(smartlink),
    id: redemption_id.toLowerCase(),
    campaign: campaignOf(queryOf(smartlink)),
  }),
);

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
