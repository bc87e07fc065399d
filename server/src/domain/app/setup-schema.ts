import { Type, type Static, type TOptional, type TUnsafe } from 'typebox';
import {
  AndroidAppSchema,
  AppleAppSchema,
  MAX_APPS,
  type AndroidApp,
  type AppleApp,
} from './association.ts';
import { PLATFORMS, type Platform, type PlatformSettings } from './platform.ts';
import { PlatformTokensSetupSchema, type PlatformTokensSetup } from './platform-tokens.ts';
import { MAX_PATTERN_LENGTH } from '../template/template.ts';
import { SocialSchema } from '../link/social.ts';
import { MAX_URI_LENGTH } from '../text/uri.ts';
import { VisitSettingsSchema, type VisitSettings } from './visit-settings.ts';

/**
 * The schemas of the apply file, which describes apps. `apply`, exports and the management API share them.
 */

export const APP_NAME = '^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$';
export const MAX_TEMPLATES = 20_000;
export const MAX_HOSTS = 100;

function perPlatform<T extends object>(reference: string): Record<Platform, TOptional<TUnsafe<T>>> {
  return Object.fromEntries(
    PLATFORMS.map((platform) => [platform, Type.Optional(Type.Unsafe<T>({ $ref: reference }))]),
  ) as unknown as Record<Platform, TOptional<TUnsafe<T>>>;
}

const platformFields = {
  enabled: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'If `false`, links get no default route for this platform.',
    }),
  ),
  base: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_URI_LENGTH,
      description:
        'The address to which paths are joined, such as `https://shop.example` or `com.shop.app://`.',
    }),
  ),
  fallback: Type.Optional(
    Type.String({
      maxLength: MAX_URI_LENGTH,
      default: '',
      description: 'The destination for visitors without the app, usually its app store page.',
    }),
  ),
};

const appsOf = <T extends object>(schema: string) =>
  Type.Optional(
    Type.Array(Type.Unsafe<T>({ $ref: schema }), {
      maxItems: MAX_APPS,
      description: 'The mobile apps that open links directly: docs/guides/app-links.md.',
    }),
  );

export const WebPlatformSetupSchema = Type.Object(platformFields, {
  $id: 'WebPlatformSetup',
  additionalProperties: false,
});
export const ApplePlatformSetupSchema = Type.Object(
  { ...platformFields, apps: appsOf<AppleApp>('AppleApp#') },
  { $id: 'ApplePlatformSetup', additionalProperties: false },
);
export const AndroidPlatformSetupSchema = Type.Object(
  { ...platformFields, apps: appsOf<AndroidApp>('AndroidApp#') },
  { $id: 'AndroidPlatformSetup', additionalProperties: false },
);

const ApplePlatform = Type.Optional(
  Type.Unsafe<Static<typeof ApplePlatformSetupSchema>>({ $ref: 'ApplePlatformSetup#' }),
);
const PLATFORM_SETUPS = {
  web: Type.Optional(
    Type.Unsafe<Static<typeof WebPlatformSetupSchema>>({ $ref: 'WebPlatformSetup#' }),
  ),
  iphone: ApplePlatform,
  ipad: ApplePlatform,
  universal: ApplePlatform,
  android: Type.Optional(
    Type.Unsafe<Static<typeof AndroidPlatformSetupSchema>>({ $ref: 'AndroidPlatformSetup#' }),
  ),
} satisfies Record<Platform, unknown>;

/** What a file contains for a platform, for any of the platforms. */
export type PlatformSetup = Static<typeof WebPlatformSetupSchema> & Pick<PlatformSettings, 'apps'>;

export const RoutePatternSchema = Type.Object(
  {
    link: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_URI_LENGTH,
        description:
          'An address that can contain captured names, such as `com.shop.app://product/:id`.',
      }),
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
  },
  { $id: 'RoutePattern', additionalProperties: false },
);

export const TemplateSetupSchema = Type.Object(
  {
    name: Type.String({ pattern: APP_NAME, description: 'Lowercase letters, digits and hyphens.' }),
    pattern: Type.String({
      maxLength: MAX_PATTERN_LENGTH,
      description:
        'A path such as `products/:id`. `:name` matches one segment, `*name` at the end matches the rest.',
    }),
    routes: Type.Object(perPlatform<Static<typeof RoutePatternSchema>>('RoutePattern#'), {
      additionalProperties: false,
      description: 'Platforms that are not listed join the path to their base.',
    }),
    skip_page: Type.Optional(
      Type.Boolean({ description: 'Sets `skip_page` for all platforms of the template.' }),
    ),
  },
  { $id: 'TemplateSetup', additionalProperties: false },
);

export const AppSetupSchema = Type.Object(
  {
    name: Type.String({ pattern: APP_NAME, description: 'Lowercase letters, digits and hyphens.' }),
    platforms: Type.Optional(
      Type.Object(PLATFORM_SETUPS, {
        additionalProperties: false,
        description:
          'Platforms that are not listed do not change. In a new app, all platforms are enabled and have no base.',
      }),
    ),
    templates: Type.Optional(
      Type.Array(Type.Unsafe<Static<typeof TemplateSetupSchema>>({ $ref: 'TemplateSetup#' }), {
        maxItems: MAX_TEMPLATES,
        description:
          'The complete list: templates that are not listed are removed. If omitted, all stay.',
      }),
    ),
    visits: Type.Optional(Type.Unsafe<VisitSettings>({ $ref: 'VisitSettings#' })),
    platform_tokens: Type.Optional(
      Type.Unsafe<PlatformTokensSetup>({ $ref: 'PlatformTokensSetup#' }),
    ),
    hosts: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
        maxItems: MAX_HOSTS,
        uniqueItems: true,
        description:
          'Host names, such as `go.shop.example`, under which only the links of this app open. The complete list; if omitted, all stay. A host that is added through the management API has no effect until DNS proves it.',
      }),
    ),
  },
  { $id: 'AppSetup', additionalProperties: false },
);
export type AppSetup = Static<typeof AppSetupSchema>;
/** A change of an app; omitted fields keep their values. */
export type AppChange = Omit<AppSetup, 'name'> & { readonly name?: string | undefined };

export const SetupSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String({ description: 'For editors.' })),
    apps: Type.Array(Type.Unsafe<AppSetup>({ $ref: 'AppSetup#' }), { maxItems: 10_000 }),
  },
  { $id: 'Setup', additionalProperties: false },
);
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
  VisitSettingsSchema,
  PlatformTokensSetupSchema,
  SocialSchema,
] as const;
