import type { ClickAgent } from '../../domain/click/agent.ts';
import type { Campaign } from '../../domain/click/campaign.ts';
import {
  indexesOf,
  STORED_KINDS,
  STORED_OUTCOMES,
  type StoredKind,
  type StoredOutcome,
} from '../../domain/click/click.ts';
import { DEVICES, type Device } from '../../platform/rules.ts';

/** A recorded visit, or an event that followed one. It contains no address of the visitor. */
export interface Click {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  readonly code: string;
  readonly appId: string;
  readonly outcome: StoredOutcome;
  readonly kind: StoredKind;
  readonly device: Device;
  readonly agent: ClickAgent;
  /** The preferred language, such as `pt-BR`; '' if unknown. */
  readonly language: string;
  /** The host of the page with the link; '' if unknown. */
  readonly referrer: string;
  readonly campaign: Campaign;
  /** The truncated network of the visitor. It is never stored. */
  readonly network: string;
  /** Whether a hash may be made of the network. */
  readonly isHashed: boolean;
  /** Of a report: it is counted once, however often it is recorded. */
  readonly reportId?: string;
}

/**
 * The most clicks of a batch; their indexes fit 16 bits. Clicks of one link in a batch share their rows, so a large
 * batch costs much less per click: with 5,000 links and 2,048 clicks, hardly any share one.
 */
export const BATCH_SIZE = 16_384;

/** The columns of a batch: the time of each click, and the indexes of its values. */
const COLUMNS = {
  at: Float64Array,
  code: Uint16Array,
  network: Uint16Array,
  app: Uint16Array,
  outcome: Uint8Array,
  kind: Uint8Array,
  device: Uint8Array,
  /** 1: a hash may be made of the network. */
  hashed: Uint8Array,
  agent: Uint16Array,
  language: Uint16Array,
  referrer: Uint16Array,
  campaign: Uint16Array,
};

type ColumnName = keyof typeof COLUMNS;
type ClickColumns = { readonly [Name in ColumnName]: InstanceType<(typeof COLUMNS)[Name]> };

/** Makes all columns of a batch. `column` must return one of the right type. */
export function columnsOf(column: (name: ColumnName) => ClickColumns[ColumnName]): ClickColumns {
  const names = Object.keys(COLUMNS) as ColumnName[];
  return Object.fromEntries(names.map((name) => [name, column(name)])) as unknown as ClickColumns;
}

/**
 * Clicks on their way to the click thread, as columns of indexes, with each text once. `codes` and `networks` have
 * one line for each, because one text is copied faster than many. The arrays are copied and not transferred, because
 * a batch that failed is sent again.
 */
export interface ClickBatch extends ClickColumns {
  readonly size: number;
  readonly codes: string;
  readonly networks: string;
  readonly apps: readonly string[];
  readonly agents: readonly ClickAgent[];
  readonly languages: readonly string[];
  readonly referrers: readonly string[];
  readonly campaigns: readonly Campaign[];
  /** By row. Few clicks have one. */
  readonly reportIds: ReadonlyMap<number, string>;
}

/** Values of a column, each with its index. */
class Values<Value> {
  readonly list: Value[] = [];
  readonly #indexes = new Map<Value, number>();

  indexOf(value: Value): number {
    let index = this.#indexes.get(value);
    if (index === undefined) {
      index = this.list.length;
      this.list.push(value);
      this.#indexes.set(value, index);
    }
    return index;
  }
}

const OUTCOME_INDEXES = indexesOf(STORED_OUTCOMES);
const KIND_INDEXES = indexesOf(STORED_KINDS);
const DEVICE_INDEXES = indexesOf(DEVICES);

/** Collects clicks. It runs for every visit: it writes numbers into arrays that exist already. */
export class BatchBuilder {
  size = 0;
  readonly #columns = columnsOf((name) => new COLUMNS[name](BATCH_SIZE));
  #texts = new Texts();

  add(click: Click): void {
    const row = this.size++;
    const texts = this.#texts;
    const columns = this.#columns;
    columns.at[row] = click.at;
    columns.code[row] = texts.codes.indexOf(click.code);
    columns.network[row] = texts.networks.indexOf(click.network);
    columns.app[row] = texts.apps.indexOf(click.appId);
    columns.outcome[row] = OUTCOME_INDEXES[click.outcome];
    columns.kind[row] = KIND_INDEXES[click.kind];
    columns.device[row] = DEVICE_INDEXES[click.device];
    columns.hashed[row] = click.isHashed ? 1 : 0;
    columns.agent[row] = texts.agents.indexOf(click.agent);
    columns.language[row] = texts.languages.indexOf(click.language);
    columns.referrer[row] = texts.referrers.indexOf(click.referrer);
    columns.campaign[row] = texts.campaigns.indexOf(click.campaign);
    if (click.reportId !== undefined) texts.reportIds.set(row, click.reportId);
  }

  /** Returns the clicks and begins again. */
  finish(): ClickBatch {
    const { size } = this;
    const { codes, networks, apps, agents, languages, referrers, campaigns, reportIds } =
      this.#texts;
    this.size = 0;
    this.#texts = new Texts();
    return {
      ...columnsOf((name) => this.#columns[name].slice(0, size)),
      size,
      codes: codes.list.join('\n'),
      networks: networks.list.join('\n'),
      apps: apps.list,
      agents: agents.list,
      languages: languages.list,
      referrers: referrers.list,
      campaigns: campaigns.list,
      reportIds,
    };
  }
}

class Texts {
  readonly codes = new Values<string>();
  readonly networks = new Values<string>();
  readonly apps = new Values<string>();
  readonly agents = new Values<ClickAgent>();
  readonly languages = new Values<string>();
  readonly referrers = new Values<string>();
  readonly campaigns = new Values<Campaign>();
  readonly reportIds = new Map<number, string>();
}
