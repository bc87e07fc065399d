/** The types of `schema.ts`, which is generated from `/openapi.json`, and the dashboard's names for parts of them. */
import type * as Wire from './schema.ts';

export type * from './schema.ts';

export const PLATFORMS = ['web', 'iphone', 'ipad', 'universal', 'android'] as const;
export type Platform = Exclude<Wire.Token['kind'], 'server'>;
export type Role = Wire.Member['role'];
/** From the highest to the lowest role. */
export const ROLES: readonly Role[] = ['owner', 'editor', 'viewer'];

export type Link = Wire.ManagedLink;
export type LinkState = Link['state'];
export type LinkCreator = Link['created_by'];
export type LinkPage = Wire.ManagedLinks;
export type Route = Wire.ManagedRoute;
export type Routes = Link['routes'];
export type MetadataVersion = Wire.MetadataVersions['versions'][number];
/** A newer service may report actions that this dashboard does not know. */
export type HistoryEntry = Widened<Wire.History['entries'][number]>;
export type AuditEntry = Widened<Wire.AuditLog['entries'][number]>;
type Widened<T> = Omit<T, 'action'> & { readonly action: string };

export type Template = Wire.TemplateSetup;
export type DifferentLink = Wire.RemadeLink;
export type PlatformTokens = Wire.PlatformTokensSetup;
/** The settings of any platform; which kind of `apps` it has depends on the platform. */
export type PlatformSettings = Wire.WebPlatformSetup & {
  readonly apps?: readonly (Wire.AppleApp | Wire.AndroidApp)[];
};
/** An app in the shape of the apply file, with all its parts. */
export type AppDocument = Omit<Required<Wire.AppSetup>, 'platforms'> & {
  readonly platforms: Partial<Record<Platform, PlatformSettings>>;
};
export type Warnings = Wire.ChangedApp['warnings'];

export type Finding = Wire.Findings['findings'][number];
export type InvitationLookup = Wire.LookedInvitation;
export type CreatedApp = Wire.NewApp;

export type LinkClicks = Wire.LinkClicks['links'][number];
export type ClickMark = Wire.ClickMarks['marks'][number];
export type BreakdownRow = NonNullable<Wire.ClickReport['breakdowns']['kind']>[number];
