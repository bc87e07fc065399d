import type { Part } from '../../../api/save-part.ts';
import type { PlatformTokens } from '../../../api/types.ts';

/** What platform tokens create, with its default filled in, as the service has it. */
function whole({ create = 'own', max_links }: PlatformTokens): PlatformTokens {
  return { create, ...(max_links === undefined ? {} : { max_links }) };
}

export const platformTokensPart: Part<PlatformTokens> = {
  of: ({ platform_tokens: settings }) => whole(settings),
  change: (settings) => ({ platform_tokens: whole(settings) }),
  whole,
};
