import { Type } from 'typebox';
import { TOKEN_KINDS } from './token.ts';

/** The body of `POST /manage/v1/tokens`. */
export const TokenRequestSchema = Type.Object(
  {
    kind: Type.Enum([...TOKEN_KINDS], {
      description:
        '`server`: secret, with access to the whole app. Otherwise the platform of the token.',
    }),
  },
  {
    $id: 'TokenRequest',
    additionalProperties: false,
    examples: [{ kind: 'server' }, { kind: 'android' }],
  },
);
