import { KINDS } from '../../domain/click/click.ts';
import type { ClickBatch } from './batch.ts';

const HUMAN = KINDS.indexOf('human');
const BOT = KINDS.indexOf('bot');

/**
 * The same batch, in which clicks of people from data centers are those of bots: without a browser and without a
 * hash. All other kinds stay as they are. The columns are changed in place.
 */
export function markDataCenters(
  batch: ClickBatch,
  isDataCenter: (network: string) => boolean,
): ClickBatch {
  const { size, kind, hashed, agent, network } = batch;
  const found = batch.networks.split('\n').map(isDataCenter);
  if (!found.includes(true)) return batch;
  const agents = batch.agents.slice();
  const asBots = new Map<number, number>();
  const botOf = (index: number): number => {
    let bot = asBots.get(index);
    if (bot === undefined) {
      const person = agents[index] ?? { inApp: '', userAgent: '' };
      bot = agents.push({ ...person, kind: 'bot', browser: '' }) - 1;
      asBots.set(index, bot);
    }
    return bot;
  };
  for (let row = 0; row < size; row++) {
    if (kind[row] !== HUMAN || !found[network[row] ?? 0]) continue;
    kind[row] = BOT;
    hashed[row] = 0;
    agent[row] = botOf(agent[row] ?? 0);
  }
  return { ...batch, agents };
}
