import { Type, type Static, type TObject } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import type { TextFilter } from '../../../actions/links/list-links.ts';
import { LINK_STATES } from '../../../domain/link/link-state.ts';
import {
  ExpiresWithinSchema,
  expiryPeriod,
  VALIDITY_PHASES,
} from '../../../domain/link/validity.ts';
import { searchText } from '../search-text.ts';

/** The parameters that select links. */
export const linkFilterQuery = {
  q: Type.Optional(
    Type.String({
      description:
        'Matches the start of the code (or of an address of the link), and any part of the URI, a tag, the external_id, the name, the note, the title of the social preview or a string in the metadata, without regard to letter case. A complete code, address, external_id or unique URI is listed first.',
    }),
  ),
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
  unique: Type.Optional(Type.Enum(['true', 'false'])),
  validity: Type.Optional(
    Type.Enum([...VALIDITY_PHASES], {
      description: 'Links that do not work yet, that are valid, or that have expired.',
    }),
  ),
  expires_within_days: Type.Optional(ExpiresWithinSchema),
};

type LinkFilterQuery = Static<TObject<typeof linkFilterQuery>>;

/** The conditions of a request. Fails with `bad_request`. */
export function linkFilter(ctx: Context, query: LinkFilterQuery): TextFilter {
  const { state, unique, validity, expires_within_days: days } = query;
  const now = ctx.now();
  return {
    text: searchText('q', query.q),
    tag: searchText('tag', query.tag),
    template: searchText('template', query.template),
    externalId: searchText('external_id', query.external_id),
    state,
    unique: unique === undefined ? undefined : unique === 'true',
    validity: validity && { phase: validity, now },
    expiring: expiryPeriod(days, now),
  };
}
