import { Type } from 'typebox';
import { TOKEN_KINDS } from './token.ts';
import { component } from '../text/shapes.ts';

/** The body of `POST /manage/v1/tokens`. */
export const TokenRequestSchema = component(
  'TokenRequest',
  {
    kind: Type.Enum([...TOKEN_KINDS], {
      description:
        '`server`: secret, with access to the whole app. Otherwise the platform of the token.',
    }),
  },
  { examples: [{ kind: 'server' }, { kind: 'android' }] },
);
