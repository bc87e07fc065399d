import type { ClientOptions, Opening, Resumed } from '../src/index.ts';
import { clientOf, CODE, errorOf, Script, type SlowStorage, type Step } from './scripted.ts';

export const DEEP = `com.shop.app://product/5?from=mail&smartlink=${CODE}`;
export const COUPON = { coupon: 'WELCOME' };
export const lost = new Error('connection lost');
// Only one attempt.
export const impatient = { giveUpAfterMs: 100 };

/** What a handler received. */
export interface Call extends Partial<Opening> {
  readonly name: string;
  readonly coupon?: unknown;
  readonly error?: unknown;
}

/** A start of the app: its handlers record their arguments and end as `then` specifies. */
export function start(
  storage: SlowStorage,
  script: Script,
  then: (opening: Opening) => unknown = () => undefined,
  options: Partial<ClientOptions> = {},
) {
  const calls: Call[] = [];
  const client = clientOf(script, { storage, ...options });
  const mapped = (name: string) => async (opening: Opening) => {
    const { url, path, params, query, smartlink, resumed } = opening;
    const call = { name, url, path, params, query, smartlink, resumed };
    try {
      const coupon = await opening.metadata();
      calls.push({ ...call, coupon });
    } catch (error) {
      calls.push({ ...call, error });
      throw error;
    }
    await then(opening);
  };
  client.map('product/:id', mapped('product')).map('blog/*post', mapped('blog'));
  return { client, calls, otherwise: () => client.otherwise(mapped('otherwise')) };
}

/** An app that loses the network while a handler redeems. */
export async function interrupted(storage: SlowStorage, url = DEEP, ...before: Step[]) {
  const script = new Script(...before, lost);
  const { client, otherwise } = start(storage, script, undefined, impatient);
  otherwise();
  await errorOf(client.open(url));
  return script;
}

/** Code and message of the error of a resumed redemption. */
export const saidBy = (one: Resumed | undefined): { code?: string; message?: string } =>
  (one?.error as Error | undefined) ?? {};
