import { dayOf, slotOf } from '../../domain/click/slots.ts';
import type { ClickBatch } from './batch.ts';
import { Combinations, type Combination } from './combinations.ts';
import { Indexes } from './indexes.ts';

/** Clicks on a link in a quarter-hour that have the same combination. */
export interface ClickGroup {
  readonly combination: Combination;
  readonly code: string;
  readonly slot: number;
  clicks: number;
}

/** A visitor is recognized for a day. `row`: the first click in the batch. */
export interface Visitor {
  readonly row: number;
  readonly network: string;
  readonly userAgent: string;
}

export interface GroupedClicks {
  readonly groups: readonly ClickGroup[];
  /** The index of the group of each click. */
  readonly groupOf: Uint16Array;
  readonly visitors: readonly Visitor[];
  /** The first click in the batch of each visitor on each link. */
  readonly onLinks: readonly { readonly row: number; readonly visitor: Visitor }[];
}

/**
 * Groups the clicks of a batch. It runs for every click, so it compares numbers instead of texts. `countryOf`: the
 * country of a network, or ''.
 */
export function groupClicks(
  batch: ClickBatch,
  countryOf: (network: string) => string,
): GroupedClicks {
  const codes = batch.codes.split('\n');
  const networks = batch.networks.split('\n');
  const combinations = new Combinations(batch, networks.map(countryOf));
  const days = new Indexes();
  const slots = new Indexes();
  const groups: ClickGroup[] = [];
  const groupOf = new Uint16Array(batch.size);
  const groupByKey = new Map<number, number>();
  const visitors: Visitor[] = [];
  const visitorByKey = new Map<number, number>();
  const onLinks: { row: number; visitor: Visitor }[] = [];
  const pairs = new Set<number>();
  for (let row = 0; row < batch.size; row++) {
    const at = batch.at[row] ?? 0;
    const code = batch.code[row] ?? 0;
    const network = batch.network[row] ?? 0;
    const day = days.of(dayOf(at));
    const slot = slots.of(slotOf(at));
    const combination = combinations.of(row, dayOf(at), day, network);
    const key = (slot * batch.size + combination) * codes.length + code;
    let group = groupByKey.get(key);
    if (group === undefined) {
      group =
        groups.push({
          combination: combinations.at(combination),
          code: codes[code] ?? '',
          slot: slotOf(at),
          clicks: 0,
        }) - 1;
      groupByKey.set(key, group);
    }
    groupOf[row] = group;
    groups[group]!.clicks++;
    if (batch.hashed[row] !== 1 || networks[network] === '') continue;
    const agent = batch.agent[row] ?? 0;
    const visitorKey =
      ((day * batch.apps.length + (batch.app[row] ?? 0)) * batch.agents.length + agent) *
        networks.length +
      network;
    let index = visitorByKey.get(visitorKey);
    if (index === undefined) {
      const userAgent = batch.agents[agent]?.userAgent ?? '';
      index = visitors.push({ row, network: networks[network] ?? '', userAgent }) - 1;
      visitorByKey.set(visitorKey, index);
    }
    const pair = index * codes.length + code;
    const visitor = visitors[index];
    if (pairs.has(pair) || !visitor) continue;
    pairs.add(pair);
    onLinks.push({ row, visitor });
  }
  return { groups, groupOf, visitors, onLinks };
}
