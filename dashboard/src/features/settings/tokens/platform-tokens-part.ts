import type { WholePart } from '../../../api/save-part.ts';
import type { PlatformTokens } from '../../../api/types.ts';

/** The settings for platform tokens with their defaults. */
function complete({ create = 'own', max_links }: PlatformTokens): PlatformTokens {
  return { create, ...(max_links === undefined ? {} : { max_links }) };
}

export const platformTokensPart: WholePart<PlatformTokens> = {
  of: ({ platform_tokens: settings }) => complete(settings),
  change: (settings) => ({ platform_tokens: complete(settings) }),
  complete,
};
