import { DIMENSIONS, LONG_TAIL, OTHERS, type Dimension } from '../../domain/click/click.ts';
import { profileKey, type ProfileValues } from './dictionary.ts';

/**
 * What a combination loses, from nothing to all that visitors can fill with any text, as an app or a link has more profiles
 * on a day. Campaigns are lost last: people who publish links choose them, and ask for them.
 */
const LOST: readonly (readonly Dimension[])[] = [
  [],
  ['language'],
  ['language', 'referrer'],
  LONG_TAIL,
];

const IS_LOST = LOST.map((lost) => DIMENSIONS.map((name) => lost.includes(name)));

export const COARSEST = LOST.length - 1;

/** The profiles by which a combination can be counted. Level 0 is the exact one. */
export class ProfileLevels {
  readonly #values: ProfileValues;
  readonly #keys: string[] = [];

  constructor(values: ProfileValues) {
    this.#values = values;
  }

  /** The `profileKey` of a level. An unknown value stays unknown. */
  at(level: number): string {
    return (this.#keys[level] ??= profileKey(
      this.#values.map((value, at) => (IS_LOST[level]?.[at] && value !== '' ? OTHERS : value)),
    ));
  }

  /** The keys of the levels that have a limit. */
  limited(): string[] {
    return Array.from({ length: COARSEST }, (_, level) => this.at(level));
  }
}
