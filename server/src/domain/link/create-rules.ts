import type { AppRules } from './link-routes.ts';
import { Matcher } from '../template/matcher.ts';
import { usedSchema, type MetadataSchemaDocument } from '../schema/metadata-schema.ts';
import { hasBase, OwnTargets } from './own-targets.ts';
import type { AppPlatforms } from '../app/platform.ts';
import type { PlatformTokens } from '../app/platform-tokens.ts';
import type { Steps } from '../text/steps.ts';
import type { Template } from '../template/template.ts';

/** What the creation of links in an app depends on, computed once. */
export interface CreateRules extends AppRules {
  readonly platformTokens: PlatformTokens;
  /** Where a link that a platform token creates may lead; undefined: anywhere. */
  readonly targetsOfPlatformTokens: OwnTargets | undefined;
}

/** Computes the rules in steps, because an app can have thousands of templates. */
export function* createRules(
  platforms: AppPlatforms,
  templates: readonly Template[],
  platformTokens: PlatformTokens,
  metadataSchema: MetadataSchemaDocument,
): Steps<CreateRules> {
  const staysOwn = platformTokens.create !== 'any' && hasBase(platforms);
  return {
    platforms,
    matcher: yield* Matcher.of(templates),
    metadataSchema: usedSchema(metadataSchema),
    platformTokens,
    targetsOfPlatformTokens: staysOwn ? yield* OwnTargets.of(platforms, templates) : undefined,
  };
}
