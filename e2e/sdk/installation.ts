import { randomUUID } from 'node:crypto';
import {
  createClient,
  memoryStorage,
  type Client,
  type Redemption,
  type RedeemOptions,
} from '@smartlink/client';

/** Short, so that much happens in little time; many calls have to give up. */
const IMPATIENT = { timeoutMs: 250, giveUpAfterMs: 1200 };

/** How a redemption ended for the person who wanted it: with an answer, or a no of the service. */
export type Ending =
  | { readonly redemption: Redemption; readonly error?: undefined }
  | { readonly redemption?: undefined; readonly error: unknown };

/** An app on one device: what it stored outlives its client. */
export class Installation {
  /** Every id that it made. */
  readonly ids: string[] = [];
  /** How many calls gave up and had to be resumed. */
  resumed = 0;
  readonly #storage = memoryStorage();
  readonly #token: string;
  readonly #client: Client;

  constructor(baseUrl: string, token: string) {
    this.#token = token;
    this.#client = this.start(baseUrl, IMPATIENT);
  }

  /** The app, as it is after a start: a new client on the storage that is there. */
  start(baseUrl: string, limits: { timeoutMs?: number; giveUpAfterMs?: number } = {}): Client {
    return createClient({
      ...limits,
      baseUrl,
      token: this.#token,
      storage: this.#storage,
      uuid: () => {
        const id = randomUUID();
        this.ids.push(id);
        return id;
      },
    });
  }

  redeem(code: string, options?: RedeemOptions): Promise<Redemption> {
    return this.#client.redeem(code, options);
  }

  /** Redeems through a bad network; what it leaves open is resumed, after a restart, on a good one. */
  async redeemInTheEnd(code: string, good: string, options?: RedeemOptions): Promise<Ending> {
    try {
      return { redemption: await this.redeem(code, options) };
    } catch (error) {
      const [resumed, ...others] = await this.start(good).resume();
      // Nothing is open any more: it was a no of the service.
      if (!resumed) return { error };
      if (others.length > 0) throw new Error(`${others.length} more were open`, { cause: error });
      this.resumed++;
      return resumed;
    }
  }
}
