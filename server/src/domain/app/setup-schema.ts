import { Type, type Static, type TSchema, type TString } from 'typebox';
import { AndroidAppSchema, AppleAppSchema, MAX_APPS } from './association.ts';
import { perPlatform, type PlatformSettings } from './platform.ts';
import { PlatformTokensSetupSchema } from './platform-tokens.ts';
import { RuleConditionsSchema } from '../rule/conditions.ts';
import { MAX_RULES, ruleFields } from '../rule/link-rule.ts';
import { SocialSchema } from '../link/social.ts';
import { MAX_VALID_SECONDS } from '../link/validity.ts';
import { MAX_URI_LENGTH } from '../text/uri.ts';
import type { MetadataSchemaDocument } from '../schema/metadata-schema.ts';
import { VisitSettingsSchema } from './visit-settings.ts';
import { closedObject, component, patternText, refTo, uriText } from '../text/shapes.ts';

/**
 * The schemas of the apply file, which describes apps. `apply`, exports and the management API share them.
 */

export const APP_NAME = '^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$';
export const APP_NAME_RULE =
  'must have only lowercase letters, digits and hyphens, at most 64, and no hyphen at its start or end';

/** The name of an app or a template. */
export function appNameText(): TString {
  const description = 'Lowercase letters, digits and hyphens.';
  return patternText(APP_NAME, APP_NAME_RULE, { description });
}

export const MAX_PATTERN_LENGTH = 2048;
export const MAX_TEMPLATES = 20_000;
export const MAX_HOSTS = 100;

const platformFields = {
  enabled: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'If `false`, links get no default route for this platform.',
    }),
  ),
  base: Type.Optional(
    uriText(
      'The address to which paths are joined, such as `https://shop.example` or `com.shop.app://`.',
    ),
  ),
  fallback: Type.Optional(
    Type.String({
      maxLength: MAX_URI_LENGTH,
      default: '',
      description: 'The destination for visitors without the app, usually its app store page.',
    }),
  ),
};

const appsOf = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(
    Type.Array(refTo(schema), {
      maxItems: MAX_APPS,
      description: 'The mobile apps that open links directly: docs/guides/app-links.md.',
    }),
  );

const metadataSchemaField = (description: string) =>
  Type.Optional(
    Type.Unsafe<MetadataSchemaDocument>({
      type: 'object',
      description,
      additionalProperties: true,
    }),
  );

export const WebPlatformSetupSchema = component('WebPlatformSetup', platformFields);
export const ApplePlatformSetupSchema = component('ApplePlatformSetup', {
  ...platformFields,
  apps: appsOf(AppleAppSchema),
});
export const AndroidPlatformSetupSchema = component('AndroidPlatformSetup', {
  ...platformFields,
  apps: appsOf(AndroidAppSchema),
});

const PLATFORM_SETUPS = {
  ...perPlatform(Type.Optional(refTo(ApplePlatformSetupSchema))),
  web: Type.Optional(refTo(WebPlatformSetupSchema)),
  android: Type.Optional(refTo(AndroidPlatformSetupSchema)),
};

/** What a file contains for a platform, for any of the platforms. */
export type PlatformSetup = Static<typeof WebPlatformSetupSchema> & Pick<PlatformSettings, 'apps'>;

export const RoutePatternSchema = component('RoutePattern', {
  link: Type.Optional(
    uriText('An address that can contain captured names, such as `com.shop.app://product/:id`.'),
  ),
  fallback: Type.Optional(
    Type.String({
      maxLength: MAX_URI_LENGTH,
      description: 'Like `link`, or `@web` for the web route of the same link.',
    }),
  ),
  skip_page: Type.Optional(
    Type.Boolean({
      description:
        'Visitors go directly to the fallback, usually the app store, instead of to the "Open app" page.',
    }),
  ),
});

export const TemplateRuleSchema = component(
  'TemplateRule',
  ruleFields(
    refTo(RoutePatternSchema),
    'Replaces what it names of the routes of these platforms; addresses can contain captured names. At least one.',
  ),
  { description: 'The first rule whose conditions all hold applies; the others do not.' },
);

export const TemplateSetupSchema = component('TemplateSetup', {
  name: appNameText(),
  pattern: Type.String({
    maxLength: MAX_PATTERN_LENGTH,
    description:
      'A path such as `products/:id`. `:name` matches one segment, `*name` at the end matches the rest.',
  }),
  routes: closedObject(perPlatform(Type.Optional(refTo(RoutePatternSchema))), {
    description: 'Platforms that are not listed join the path to their base.',
  }),
  skip_page: Type.Optional(
    Type.Boolean({ description: 'Sets `skip_page` for all platforms of the template.' }),
  ),
  rules: Type.Optional(
    Type.Array(refTo(TemplateRuleSchema), {
      maxItems: MAX_RULES,
      description: 'Conditional routes that new links get: docs/guides/conditional-routes.md.',
    }),
  ),
  valid_for_seconds: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: MAX_VALID_SECONDS,
      description:
        'How long new links are valid: their `valid_until` is this many seconds after `valid_from`, or after the create. A `valid_until` of the request replaces it, also `null`. Default: without an end.',
    }),
  ),
  metadata_schema: metadataSchemaField(
    'The JSON schema for metadata of links of this template. Replaces that of the app; `{}` accepts all metadata.',
  ),
});

export const AppSetupSchema = component('AppSetup', {
  name: appNameText(),
  platforms: Type.Optional(
    closedObject(PLATFORM_SETUPS, {
      description:
        'Platforms that are not listed do not change. In a new app, all platforms are enabled and have no base.',
    }),
  ),
  templates: Type.Optional(
    Type.Array(refTo(TemplateSetupSchema), {
      maxItems: MAX_TEMPLATES,
      description:
        'The complete list: templates that are not listed are removed. If omitted, all stay.',
    }),
  ),
  visits: Type.Optional(refTo(VisitSettingsSchema)),
  metadata_schema: metadataSchemaField(
    'The JSON schema for metadata of links: docs/guides/metadata-schema.md. `{}`, the default, accepts all metadata.',
  ),
  platform_tokens: Type.Optional(refTo(PlatformTokensSetupSchema)),
  hosts: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
      maxItems: MAX_HOSTS,
      uniqueItems: true,
      description:
        'Host names, such as `go.shop.example`, under which only the links of this app open. The complete list; if omitted, all stay. A host that is added through the management API has no effect until DNS proves it.',
    }),
  ),
});
export type AppSetup = Static<typeof AppSetupSchema>;
/** A change of an app; omitted fields keep their values. */
export type AppChange = Omit<AppSetup, 'name'> & { readonly name?: string | undefined };

export const SetupSchema = component('Setup', {
  $schema: Type.Optional(Type.String({ description: 'For editors.' })),
  apps: Type.Array(refTo(AppSetupSchema), { maxItems: 10_000 }),
});
export type Setup = Static<typeof SetupSchema>;

export const SETUP_COMPONENTS = [
  AppSetupSchema,
  WebPlatformSetupSchema,
  ApplePlatformSetupSchema,
  AndroidPlatformSetupSchema,
  AppleAppSchema,
  AndroidAppSchema,
  TemplateSetupSchema,
  RoutePatternSchema,
  TemplateRuleSchema,
  RuleConditionsSchema,
  VisitSettingsSchema,
  PlatformTokensSetupSchema,
  SocialSchema,
] as const;
