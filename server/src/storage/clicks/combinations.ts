import { DIMENSIONS, STORED_KINDS, STORED_OUTCOMES } from '../../domain/click/click.ts';
import { DEVICES } from '../../platform/rules.ts';
import type { ClickBatch } from './batch.ts';
import type { ProfileValues } from './dictionary.ts';
import { Indexes } from './indexes.ts';

/** Clicks of one app and day that have equal values in all dimensions. */
export interface Combination {
  readonly app: string;
  readonly day: number;
  readonly values: ProfileValues;
}

const NOTHING = { campaign: '', source: '', medium: '' };

/** The combinations of a batch. */
export class Combinations {
  readonly #batch: ClickBatch;
  readonly #countries: readonly string[];
  /** For each network, the index of its country among the different ones. */
  readonly #countryIndexes: readonly number[];
  readonly #list: Combination[] = [];
  readonly #bases = new Indexes();
  readonly #origins = new Indexes();
  readonly #rests = new Indexes();
  readonly #indexes = new Indexes();

  /** `countries`: one for each network of the batch. */
  constructor(batch: ClickBatch, countries: readonly string[]) {
    this.#batch = batch;
    this.#countries = [...new Set(countries)];
    const indexes = new Map(this.#countries.map((country, index) => [country, index]));
    this.#countryIndexes = countries.map((country) => indexes.get(country) ?? 0);
  }

  at(index: number): Combination {
    const combination = this.#list[index];
    if (!combination) throw new RangeError('no such combination');
    return combination;
  }

  /** The index of the combination of a click. `dayIndex`: the same for the same day, from 0. */
  of(row: number, day: number, dayIndex: number, network: number): number {
    const batch = this.#batch;
    const country = this.#countryIndexes[network] ?? 0;
    // One number would be too large to be exact. None of these is: each list has at most as many values as the batch.
    const base =
      (((dayIndex * batch.apps.length + (batch.app[row] ?? 0)) * STORED_KINDS.length +
        (batch.kind[row] ?? 0)) *
        STORED_OUTCOMES.length +
        (batch.outcome[row] ?? 0)) *
        DEVICES.length +
      (batch.device[row] ?? 0);
    const origin =
      ((batch.agent[row] ?? 0) * batch.languages.length + (batch.language[row] ?? 0)) *
        batch.referrers.length +
      (batch.referrer[row] ?? 0);
    const rest = (batch.campaign[row] ?? 0) * this.#countries.length + country;
    const index = this.#indexes.of(
      (this.#bases.of(base) * batch.size + this.#origins.of(origin)) * batch.size +
        this.#rests.of(rest),
    );
    if (index === this.#list.length) this.#list.push(this.#combination(row, day, country));
    return index;
  }

  #combination(row: number, day: number, country: number): Combination {
    const { agents, languages, referrers, campaigns, apps, ...batch } = this.#batch;
    const { browser, inApp } = agents[batch.agent[row] ?? 0] ?? { browser: '', inApp: '' };
    const { campaign, source, medium } = campaigns[batch.campaign[row] ?? 0] ?? NOTHING;
    const values = {
      kind: STORED_KINDS[batch.kind[row] ?? 0] ?? '',
      outcome: STORED_OUTCOMES[batch.outcome[row] ?? 0] ?? '',
      platform: DEVICES[batch.device[row] ?? 0] ?? '',
      country: this.#countries[country] ?? '',
      referrer: referrers[batch.referrer[row] ?? 0] ?? '',
      browser,
      in_app: inApp,
      language: languages[batch.language[row] ?? 0] ?? '',
      campaign,
      source,
      medium,
    };
    return {
      app: apps[batch.app[row] ?? 0] ?? '',
      day,
      values: DIMENSIONS.map((one) => values[one]),
    };
  }
}
