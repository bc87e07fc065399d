import type { Token } from '../../../api/types.ts';
import { tokens as words } from '../../../texts/people.ts';

/** Who made a token, as the list shows it. `all`: the tokens of the app, one of which may be the maker. */
export function madeBy(
  { created_by, by_name }: Pick<Token, 'created_by' | 'by_name'>,
  all: readonly Pick<Token, 'token_id' | 'prefix'>[],
): string {
  if (by_name !== null) return by_name;
  if (created_by === 'operator') return words.operator;
  const maker = all.find(({ token_id: id }) => id === created_by);
  return maker === undefined ? words.unknownMaker : words.madeWith(maker.prefix);
}
