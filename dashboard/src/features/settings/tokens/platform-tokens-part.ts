import type { WholePart } from '../../../api/save-part.ts';
import type { PlatformTokens } from '../../../api/types.ts';
import { isLimit, type LimitValue } from '../../../lib/limit.ts';

/** The settings for platform tokens while they are edited. */
interface PlatformTokensValues {
  readonly create: NonNullable<PlatformTokens['create']>;
  readonly max_links: LimitValue;
}

/** Adds the defaults. */
function complete({ create = 'own', max_links = '' }: Partial<PlatformTokensValues>) {
  return { create, max_links };
}

export const platformTokensPart: WholePart<PlatformTokensValues> = {
  of: ({ platform_tokens: settings }) => complete(settings),
  change: ({ create, max_links }) => ({
    platform_tokens: { create, ...(max_links === '' ? {} : { max_links }) },
  }),
  complete,
};

/** Can the settings be sent? */
export function areSendable({ max_links }: PlatformTokensValues): boolean {
  return isLimit(max_links);
}
