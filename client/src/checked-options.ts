import type { ClientOptions } from './options.ts';

/** The options of {@link createClient} with the defaults that several parts need. */
export interface CheckedOptions extends ClientOptions {
  readonly uuid: () => string;
  readonly storagePrefix: string;
}
