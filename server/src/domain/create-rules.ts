import type { AppRules } from './link-routes.ts';
import { Matcher } from './matcher.ts';
import { hasBase, OwnTargets } from './own-targets.ts';
import type { AppPlatforms } from './platform.ts';
import type { PlatformTokens } from './platform-tokens.ts';
import type { Template } from './template.ts';

/** All that the creates of one app depend on, worked out once. */
export class CreateRules implements AppRules {
  readonly platforms: AppPlatforms;
  readonly matcher: Matcher;
  readonly platformTokens: PlatformTokens;
  readonly #templates: readonly Template[];
  #ownTargets: OwnTargets | undefined;

  constructor(
    platforms: AppPlatforms,
    templates: readonly Template[],
    platformTokens: PlatformTokens,
  ) {
    this.platforms = platforms;
    this.matcher = new Matcher(templates);
    this.platformTokens = platformTokens;
    this.#templates = templates;
  }

  /**
   * Where a link of a platform token has to stay; undefined: it can lead anywhere. Worked out with the
   * first such link, since most apps never see one.
   */
  get targetsOfPlatformTokens(): OwnTargets | undefined {
    if (this.platformTokens.create !== 'own' || !hasBase(this.platforms)) return undefined;
    return (this.#ownTargets ??= new OwnTargets(this.platforms, this.#templates));
  }
}
