import { Type, type Static } from 'typebox';
import type { Fault } from './fault.ts';
import type { JsonText } from './json.ts';
import { isRecord, MAX_REDEEM_LIMIT } from './link.ts';
import { metadataFaults } from './metadata.ts';
import { faultsOf } from './schema.ts';
import { socialFaults, SocialSchema, type Social } from './social.ts';

/** The body of `PATCH /manage/v1/smartlinks/:code`: what is left out stays as it is. */
export const LinkChangeSchema = Type.Object(
  {
    redeem_limit: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: MAX_REDEEM_LIMIT }), Type.Null()], {
        description:
          'How often the metadata can be redeemed; `null` lifts the limit. It may be set below what was redeemed already: then nothing more is granted.',
      }),
    ),
    metadata: Type.Optional(
      Type.Union([Type.Unsafe<Record<string, unknown>>({ $ref: 'Metadata#' }), Type.Null()], {
        description: 'Replaces the metadata; `null` removes it.',
      }),
    ),
    social: Type.Optional(
      Type.Union([Type.Unsafe<Social>({ $ref: 'Social#' }), Type.Null()], {
        description:
          'What link previews show; replaced as a whole. `null`, or what is left out: as the app says.',
      }),
    ),
    state: Type.Optional(
      Type.Enum(['active', 'disabled'], {
        description: 'A disabled link answers 410 until it is active again.',
      }),
    ),
  },
  {
    $id: 'LinkChange',
    additionalProperties: false,
    examples: [{ redeem_limit: 5 }, { redeem_limit: null }, { state: 'disabled' }],
  },
);

/** What is to change; a member that is undefined stays as it is. */
export interface LinkEdit {
  readonly redeemLimit: number | null | undefined;
  /** JSON text, as it was sent. */
  readonly metadata: string | null | undefined;
  /** JSON text. */
  readonly social: string | null | undefined;
  readonly state: 'active' | 'disabled' | undefined;
}

// Read apart from its alternative `null`, so that a fault is told once and not for both.
const structuralFaults = faultsOf(
  Type.Object(
    {
      redeem_limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_REDEEM_LIMIT })),
      metadata: Type.Optional(Type.Unsafe<object>({})),
      social: Type.Optional(Type.Unsafe<Social>({ $ref: 'Social#' })),
      state: Type.Optional(Type.Enum(['active', 'disabled'])),
    },
    { additionalProperties: false },
  ),
  [SocialSchema],
);

/** Reads a change of a link; all of its faults at once, or the change. */
export function parseLinkChange(
  json: JsonText,
): { readonly edit: LinkEdit } | { readonly faults: readonly Fault[] } {
  const { value, members } = json;
  const change: Static<typeof LinkChangeSchema> = isRecord(value) ? value : {};
  const faults = structuralFaults(value).filter(
    ({ pointer }) =>
      !(pointer === '/redeem_limit' && change.redeem_limit === null) &&
      !(pointer === '/social' && change.social === null),
  );
  const text = members.get('metadata');
  if (text !== undefined && change.metadata !== null) {
    faults.push(...metadataFaults(change.metadata, text, '/metadata'));
  }
  if (isRecord(change.social)) faults.push(...socialFaults(change.social, '/social'));
  if (faults.length > 0) return { faults };
  const { social } = change;
  return {
    edit: {
      social: social === undefined || social === null ? social : JSON.stringify(social),
      redeemLimit: change.redeem_limit,
      metadata: change.metadata === null ? null : text,
      state: change.state,
    },
  };
}
