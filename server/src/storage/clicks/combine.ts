import { DIMENSIONS, KINDS, LONG_TAIL, OTHERS, OUTCOMES } from '../../domain/click/click.ts';
import { dayOf } from '../../domain/click/slots.ts';
import { DEVICES } from '../../platform/rules.ts';
import type { ClickBatch } from './batch.ts';
import type { ProfileValues } from './dictionary.ts';

/** Clicks of one app and day that have equal values in all dimensions. */
export interface Combination {
  readonly app: string;
  readonly day: number;
  readonly values: ProfileValues;
}

/** The combination of each click of a batch. `countryOf`: the country of a network, or ''. */
export function combine(batch: ClickBatch, countryOf: (network: string) => string): Combination[] {
  const networks = batch.networks.split('\n');
  const countries = new CountryIndexes(countryOf);
  const known = new Map<number, Map<number, Combination>>();
  return Array.from({ length: batch.size }, (_, row) => {
    const { agents, languages, referrers, campaigns, apps } = batch;
    const day = dayOf(batch.at[row] ?? 0);
    const app = batch.app[row] ?? 0;
    const kind = batch.kind[row] ?? 0;
    const outcome = batch.outcome[row] ?? 0;
    const device = batch.device[row] ?? 0;
    const agent = batch.agent[row] ?? 0;
    const language = batch.language[row] ?? 0;
    const referrer = batch.referrer[row] ?? 0;
    const campaign = batch.campaign[row] ?? 0;
    // Two numbers instead of a text, because this runs for every click.
    const country = countries.of(networks[row] ?? '');
    const base =
      (((day * apps.length + app) * KINDS.length + kind) * OUTCOMES.length * DEVICES.length +
        outcome * DEVICES.length +
        device) *
        MAX_COUNTRIES +
      country;
    const rest =
      ((agent * languages.length + language) * referrers.length + referrer) * campaigns.length +
      campaign;
    let ofBase = known.get(base);
    if (!ofBase) known.set(base, (ofBase = new Map<number, Combination>()));
    let combination = ofBase.get(rest);
    if (!combination) {
      const { browser, inApp } = agents[agent] ?? { browser: '', inApp: '' };
      const { campaign: name, source, medium } = campaigns[campaign] ?? NOTHING;
      const values = {
        kind: KINDS[kind] ?? '',
        outcome: OUTCOMES[outcome] ?? '',
        platform: DEVICES[device] ?? '',
        country: countries.list[country] ?? '',
        referrer: referrers[referrer] ?? '',
        browser,
        in_app: inApp,
        language: languages[language] ?? '',
        campaign: name,
        source,
        medium,
      };
      combination = { app: apps[app] ?? '', day, values: DIMENSIONS.map((one) => values[one]) };
      ofBase.set(rest, combination);
    }
    return combination;
  });
}

/** Two letters each, and the unknown one. */
const MAX_COUNTRIES = 26 * 26 + 1;

/** The countries of a batch, each with its index. */
class CountryIndexes {
  readonly list: string[] = [];
  readonly #countryOf: (network: string) => string;
  readonly #indexes = new Map<string, number>();

  constructor(countryOf: (network: string) => string) {
    this.#countryOf = countryOf;
  }

  of(network: string): number {
    const country = this.#countryOf(network);
    let index = this.#indexes.get(country);
    if (index === undefined) {
      index = this.list.push(country) - 1;
      this.#indexes.set(country, index);
    }
    return index;
  }
}

const NOTHING = { campaign: '', source: '', medium: '' };
const IS_LONG_TAIL = DIMENSIONS.map((name) => (LONG_TAIL as readonly string[]).includes(name));

/** The values with which a combination is counted if there are too many. */
export function tailOf(values: ProfileValues): ProfileValues {
  return values.map((value, at) => (IS_LONG_TAIL[at] ? OTHERS : value));
}
