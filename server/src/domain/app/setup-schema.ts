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

/** The apply file: how apps are set up. One shape for `apply`, exports and the management API. */

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
      description: 'Off: links get no default route for this platform.',
    }),
  ),
  base: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_URI_LENGTH,
      description:
        'What the path of a link is joined with: `https://shop.example`, `com.shop.app://`.',
    }),
  ),
  fallback: Type.Optional(
    Type.String({
      maxLength: MAX_URI_LENGTH,
      default: '',
      description: 'Where people go when the app is missing, usually its store page.',
    }),
  ),
};

const appsOf = <T extends object>(schema: string) =>
  Type.Optional(
    Type.Array(Type.Unsafe<T>({ $ref: schema }), {
      maxItems: MAX_APPS,
      description: 'Those that open links by themselves: docs/guides/app-links.md.',
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

/** What a file says of a platform, whichever it is. */
export type PlatformSetup = Static<typeof WebPlatformSetupSchema> & Pick<PlatformSettings, 'apps'>;

export const RoutePatternSchema = Type.Object(
  {
    link: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_URI_LENGTH,
        description: 'An address with captured names in it: `com.shop.app://product/:id`.',
      }),
    ),
    fallback: Type.Optional(
      Type.String({
        maxLength: MAX_URI_LENGTH,
        description: 'As `link`, or `@web` for the web route of the same link.',
      }),
    ),
    skip_page: Type.Optional(
      Type.Boolean({
        description:
          'Visitors whom the app would be offered on a page go straight to the fallback, usually the store.',
      }),
    ),
  },
  { $id: 'RoutePattern', additionalProperties: false },
);

export const TemplateSetupSchema = Type.Object(
  {
    name: Type.String({ pattern: APP_NAME, description: 'Small letters, digits and hyphens.' }),
    pattern: Type.String({
      maxLength: MAX_PATTERN_LENGTH,
      description: '`products/:id`: `:name` takes one segment, `*name` at the end takes the rest.',
    }),
    routes: Type.Object(perPlatform<Static<typeof RoutePatternSchema>>('RoutePattern#'), {
      additionalProperties: false,
      description: 'A platform that is not named takes the same path.',
    }),
    skip_page: Type.Optional(Type.Boolean({ description: 'The same for all its platforms.' })),
  },
  { $id: 'TemplateSetup', additionalProperties: false },
);

export const AppSetupSchema = Type.Object(
  {
    name: Type.String({ pattern: APP_NAME, description: 'Small letters, digits and hyphens.' }),
    platforms: Type.Optional(
      Type.Object(PLATFORM_SETUPS, {
        additionalProperties: false,
        description:
          'A platform that is not named keeps what it has; a new app has all on, without a base.',
      }),
    ),
    templates: Type.Optional(
      Type.Array(Type.Unsafe<Static<typeof TemplateSetupSchema>>({ $ref: 'TemplateSetup#' }), {
        maxItems: MAX_TEMPLATES,
        description: 'The whole list: one that is not named is removed. Left out: all stay.',
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
          'Names, such as `go.shop.example`, under which the links of this app and of no other open. The whole list; left out: all stay. One that comes over the management API has no effect until DNS proves it.',
      }),
    ),
  },
  { $id: 'AppSetup', additionalProperties: false },
);
export type AppSetup = Static<typeof AppSetupSchema>;
/** What changes of an app; fields that are left out keep their values. */
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
