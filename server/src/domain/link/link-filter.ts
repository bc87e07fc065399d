import { Type, type TSchema } from 'typebox';
import { LINK_STATES } from './link-state.ts';
import { ExpiresWithinSchema, VALIDITY_PHASES } from './validity.ts';

/** The order of a list of links. */
export const LIST_ORDERS = ['newest', 'oldest', 'clicks_7d', 'clicks_30d'] as const;

/** The conditions of a list of links, as parameters and in JSON. `unique`: true or false. */
export function linkConditions<Unique extends TSchema>(search: string, unique: Unique) {
  return {
    q: Type.Optional(Type.String({ description: search })),
    tag: Type.Optional(
      Type.String({
        description:
          'Links with exactly this tag. With a slash at the end (`campaign/`): links with the tag `campaign` or one below it, such as `campaign/spring`.',
      }),
    ),
    template: Type.Optional(
      Type.String({ description: 'Links whose routes the template of this name created.' }),
    ),
    external_id: Type.Optional(
      Type.String({ description: 'The link with exactly this external_id.' }),
    ),
    state: Type.Optional(
      Type.Enum([...LINK_STATES], { description: 'Default: all links that are not deleted.' }),
    ),
    unique: Type.Optional(unique),
    validity: Type.Optional(
      Type.Enum([...VALIDITY_PHASES], {
        description: 'Links that do not work yet, that are valid, or that have expired.',
      }),
    ),
    expires_within_days: Type.Optional(ExpiresWithinSchema),
  };
}
