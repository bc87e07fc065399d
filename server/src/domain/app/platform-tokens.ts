import { Type, type Static } from 'typebox';
import { component } from '../text/shapes.ts';

/** Which links a platform token may create; `own`: only links to the app's own hosts and schemes. */
export const PLATFORM_CREATES = ['own', 'any', 'off'] as const;

export const MAX_PLATFORM_LINKS = 2_147_483_647;

/** The setting of platform tokens in an apply file. */
export const PlatformTokensSetupSchema = component(
  'PlatformTokensSetup',
  {
    create: Type.Optional(
      Type.Enum([...PLATFORM_CREATES], {
        default: 'own',
        description:
          '`own`: links that lead to the hosts and schemes of the bases, store pages and templates of the app. `any`: links that lead to any allowed address. `off`: no links.',
      }),
    ),
    max_links: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_PLATFORM_LINKS,
        description:
          'The total number of links that platform tokens can create, including deleted links. If omitted, there is no limit.',
      }),
    ),
  },
  {
    description:
      'What platform tokens may create. Anyone can extract such a token from a shipped app. A field that is left out gets its default.',
  },
);
export type PlatformTokensSetup = Static<typeof PlatformTokensSetupSchema>;

/** The setting with its default. */
export type PlatformTokens = PlatformTokensSetup & Required<Pick<PlatformTokensSetup, 'create'>>;

export function platformTokensOf(setup: PlatformTokensSetup): PlatformTokens {
  return { create: 'own', ...setup };
}
