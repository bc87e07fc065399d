import { Type, type Static } from 'typebox';
import type { Fault } from '../text/fault.ts';
import type { JsonText } from '../text/json.ts';
import { faultsOf } from '../text/schema.ts';
import { TOKEN_KINDS, type TokenKind } from './token.ts';

/** The body of `POST /manage/v1/tokens`. */
export const TokenRequestSchema = Type.Object(
  {
    kind: Type.Enum([...TOKEN_KINDS], {
      description: '`server`: secret, acts for the whole app. Else the platform that it is for.',
    }),
  },
  {
    $id: 'TokenRequest',
    additionalProperties: false,
    examples: [{ kind: 'server' }, { kind: 'android' }],
  },
);

const structuralFaults = faultsOf(TokenRequestSchema, []);

export function parseTokenRequest({
  value,
}: JsonText): { readonly kind: TokenKind } | { readonly faults: readonly Fault[] } {
  const faults = structuralFaults(value);
  return faults.length > 0 ? { faults } : (value as Static<typeof TokenRequestSchema>);
}
