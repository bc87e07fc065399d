import { known } from '../../lib/known.ts';
import { clicks as words } from '../../texts/clicks.ts';
import type { Dimension } from './clicks-parameters.ts';

/** The service groups values that are too many under this name. */
const OTHERS = '(other)';
/** A browser, or an app with a browser, that the service does not know. */
const ANOTHER = 'Other';

const REGIONS = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' });
const LANGUAGES = new Intl.DisplayNames(undefined, { type: 'language', fallback: 'code' });

const NAMES: Partial<Readonly<Record<Dimension, Readonly<Record<string, string>>>>> = {
  platform: words.platforms,
  outcome: words.outcomes,
  kind: words.kinds,
};

/** The display name of a value of a dimension. */
export function valueName(by: Dimension, value: string): string {
  if (value === '') return words.unknown[by];
  if (value === OTHERS) return words.others;
  if (value === ANOTHER && (by === 'browser' || by === 'in_app')) return words.another[by];
  if (by === 'country') return nameOf(REGIONS, value);
  if (by === 'language') return nameOf(LANGUAGES, value);
  return known(NAMES[by] ?? {}, value) ?? value;
}

/** Dimensions with a closed set of values have no other ones. */
export function isPossible(by: Dimension, value: string): boolean {
  // The service refuses others, which an address that was edited can have.
  if (by === 'country') return /^(?:[A-Z]{2})?$/.test(value);
  const names = NAMES[by];
  return names === undefined || Object.hasOwn(names, value);
}

function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    // What a visitor sent is not always a code.
    return code;
  }
}
