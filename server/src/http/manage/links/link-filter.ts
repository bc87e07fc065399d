import { Type, type Static, type TObject } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import type { TextFilter } from '../../../actions/links/list-links.ts';
import { linkConditions } from '../../../domain/link/link-filter.ts';
import { expiryPeriod } from '../../../domain/link/validity.ts';
import { searchText } from '../search-text.ts';

/** The parameters that select links. */
export const linkFilterQuery = linkConditions(
  'Matches the start of the code (or of an address of the link), and any part of the URI, a tag, the external_id, the name, the note, the title of the social preview or a string in the metadata, without regard to letter case. A complete code, address, external_id or unique URI is listed first.',
  Type.Enum(['true', 'false']),
);

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
