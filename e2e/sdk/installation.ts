import { randomUUID } from 'node:crypto';
import {
  createClient,
  memoryStorage,
  type Client,
  type Redemption,
  type RedeemOptions,
} from '@smartlink/client';

/** Short, so that many calls give up. */
const SHORT_LIMITS = { timeoutMs: 250, giveUpAfterMs: 1200 };

/**
 * The final result of a redemption for the user: a redemption, or an error that the service
 * returned.
 */
export type RedemptionOutcome =
  | { readonly redemption: Redemption; readonly error?: undefined }
  | { readonly redemption?: undefined; readonly error: unknown };

/** An app on one device. Its storage survives a restart of the app. */
export class Installation {
  /** The redemption ids that the app generated. */
  readonly ids: string[] = [];
  /** How many calls gave up and were resumed. */
  resumed = 0;
  readonly #storage = memoryStorage();
  readonly #token: string;
  readonly #client: Client;

  constructor(baseUrl: string, token: string) {
    this.#token = token;
    this.#client = this.start(baseUrl, SHORT_LIMITS);
  }

  /** Starts the app: creates a new client with the stored data. */
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

  /**
   * Redeems over the unreliable network. If the call gives up, the app restarts and resumes it over
   * a reliable one.
   */
  async redeemEventually(
    code: string,
    reliableUrl: string,
    options?: RedeemOptions,
  ): Promise<RedemptionOutcome> {
    try {
      return { redemption: await this.redeem(code, options) };
    } catch (error) {
      const [resumed, ...others] = await this.start(reliableUrl).resume();
      // Nothing is pending, so the service rejected the redemption.
      if (!resumed) return { error };
      if (others.length > 0)
        throw new Error(`${others.length} other redemptions were pending`, { cause: error });
      this.resumed++;
      return resumed;
    }
  }
}
