import { plainPassword } from '../../domain/access/member.ts';
import { fail } from '../../problem.ts';

/** Argon2id, its default: 19 MiB and two passes, about 20 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** A hash of no known password. Verifying it takes as long as verifying a real one. */
const UNKNOWN_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$oQm2kOqVbJ2m0l3xwzq0Vg$Xv2p8mJ0cQ1nH4yq7TzR5uWk9LbS3dFgEaPiOxNtYhM';

/** A native library that most commands do not need. */
const argon2 = () => import('@node-rs/argon2');

/** Hashes at a time, so that sign-ins leave processor time for visits. */
const MAX_CONCURRENT = 2;
/** Further requests fail with `overloaded`. */
const MAX_WAITING = 64;

/**
 * Creates and verifies password hashes, with limited concurrency.
 * @throws `overloaded`
 */
export class Passwords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** Returns a PHC string. Throws `overloaded`. */
  hash(password: string): Promise<string> {
    return this.#inTurn(async () => {
      const { hash } = await argon2();
      return hash(plainPassword(password), COST);
    });
  }

  /**
   * Whether the password matches a PHC string. Without one, it returns false after the same time.
   * @throws `overloaded`
   */
  async verify(stored: string | null | undefined, password: string): Promise<boolean> {
    const same = await this.#inTurn(async () => {
      const { verify } = await argon2();
      return verify(stored ?? UNKNOWN_HASH, plainPassword(password));
    });
    return same && typeof stored === 'string';
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= MAX_CONCURRENT) {
      if (this.#waiting.length >= MAX_WAITING) {
        fail('overloaded', 'Too many sign-ins are in progress. Nothing was changed.');
      }
      // The next hash that ends passes its slot on.
      await new Promise<void>((turn) => this.#waiting.push(turn));
    } else {
      this.#running++;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
