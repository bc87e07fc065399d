import type { AppRules } from './link-routes.ts';
import { Matcher } from '../template/matcher.ts';
import { hasBase, OwnTargets } from './own-targets.ts';
import type { AppPlatforms } from '../app/platform.ts';
import type { PlatformTokens } from '../app/platform-tokens.ts';
import type { Steps } from '../text/steps.ts';
import type { Template } from '../template/template.ts';

/** Everything that creating links of an app depends on, computed once. */
export interface CreateRules extends AppRules {
  readonly platformTokens: PlatformTokens;
  /** Where a link of a platform token may lead; undefined: anywhere. */
  readonly targetsOfPlatformTokens: OwnTargets | undefined;
}

/** Computes the rules in steps: an app may have thousands of templates. */
export function* createRules(
  platforms: AppPlatforms,
  templates: readonly Template[],
  platformTokens: PlatformTokens,
): Steps<CreateRules> {
  const staysOwn = platformTokens.create === 'own' && hasBase(platforms);
  return {
    platforms,
    matcher: yield* Matcher.of(templates),
    platformTokens,
    targetsOfPlatformTokens: staysOwn ? yield* OwnTargets.of(platforms, templates) : undefined,
  };
}
