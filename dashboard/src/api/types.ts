/** What goes over the wire, as `/openapi.json` describes it. */

export const PLATFORMS = ['web', 'iphone', 'ipad', 'universal', 'android'] as const;
export type Platform = (typeof PLATFORMS)[number];
export type Role = 'owner' | 'editor' | 'viewer';
export type LinkState = 'active' | 'disabled' | 'deleted';

export interface Me {
  readonly member: {
    readonly member_id: string;
    readonly email: string;
    /** May be empty. */
    readonly name: string;
    /** False: came by the provider, and has never chosen one. */
    readonly has_password: boolean;
  };
  readonly session_id: string;
  readonly apps: readonly { readonly name: string; readonly role: Role }[];
}

export interface Route {
  readonly link: string;
  readonly fallback: string;
  readonly skip_page?: true;
}
export type Routes = Partial<Record<Platform, Route>>;

export interface Social {
  readonly title?: string;
  readonly description?: string;
  readonly image?: string;
}

export interface LinkMaker {
  /** Anyone can have a platform token. */
  readonly kind: 'server_token' | 'platform_token' | 'member' | 'command';
  readonly id: string;
  /** The prefix of a token, what a member is called, or nothing for a command. */
  readonly name: string | null;
}

export interface Link {
  readonly code: string;
  readonly smartlink: string;
  readonly uri: string;
  readonly unique: boolean;
  readonly template: string | null;
  readonly routes: Routes;
  readonly tags: readonly string[];
  readonly state: LinkState;
  readonly social: Social | null;
  readonly redeem_limit: number | null;
  readonly redemptions: number;
  readonly created_at: string;
  readonly created_by: LinkMaker;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

export interface LinkPage {
  readonly smartlinks: readonly Link[];
  readonly next_cursor: string | null;
}

export interface LedgerEntry {
  readonly redemption_id: string;
  readonly token_id: string;
  readonly redeemed_at: string;
  readonly redemptions: number;
  readonly redeem_limit: number | null;
  readonly given_back_at: string | null;
  readonly given_back_by: string | null;
}

export interface HistoryEntry {
  readonly at: string;
  readonly by: string;
  readonly by_name: string | null;
  readonly action: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}
export interface AuditEntry extends HistoryEntry {
  readonly what: string;
}

export interface MetadataVersion {
  readonly version: number;
  readonly current: boolean;
  readonly at: string;
  readonly by: string | null;
  readonly by_name: string | null;
}

export interface RoutePattern {
  readonly link?: string;
  readonly fallback?: string;
  readonly skip_page?: boolean;
}
export interface Template {
  readonly name: string;
  readonly pattern: string;
  readonly skip_page?: boolean;
  readonly routes: Partial<Record<Platform, RoutePattern>>;
}

export interface AppleApp {
  readonly team_id: string;
  readonly bundle_id: string;
}
export interface AndroidApp {
  readonly package: string;
  readonly sha256_cert_fingerprints: readonly string[];
}
export interface PlatformSettings {
  readonly enabled?: boolean;
  readonly base?: string;
  readonly fallback?: string;
  /** Those that open links by themselves: of Apple's or of Android's kind, as the platform is. */
  readonly apps?: readonly (AppleApp | AndroidApp)[];
}
/** How visits are answered, and how the pages look. */
export interface VisitSettings {
  readonly title?: string;
  /** A `data:` address. */
  readonly icon?: string;
  readonly color?: string;
  readonly home?: string;
  readonly forward_query?: boolean;
  readonly add_code?: boolean;
  readonly social?: Social;
}
/** What platform tokens create. */
export interface PlatformTokens {
  readonly create?: 'own' | 'any' | 'off';
  /** In all; absent: no limit. */
  readonly max_links?: number;
}
/** An app in the shape of the apply file. */
export interface AppDocument {
  readonly name: string;
  readonly platforms: Partial<Record<Platform, PlatformSettings>>;
  readonly templates: readonly Template[];
  readonly visits: VisitSettings;
  readonly platform_tokens: PlatformTokens;
  readonly hosts: readonly string[];
}
export interface ChangedApp {
  readonly app: AppDocument;
  readonly changes: readonly {
    change: 'add' | 'remove' | 'replace';
    what: string;
    from?: unknown;
    to?: unknown;
  }[];
  readonly warnings: readonly { name: string; by: readonly string[] }[];
  /** Hosts that have no effect yet. */
  readonly pending_hosts: readonly string[];
}

export interface Token {
  readonly token_id: string;
  readonly kind: 'server' | Platform;
  readonly prefix: string;
  readonly own: boolean;
  readonly created_at: string;
  /** The id of a member or a token, or `operator`; `null`: it is not known. */
  readonly created_by: string | null;
  readonly by_name: string | null;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

export interface TokenList {
  readonly tokens: readonly Token[];
  /** Links that the platform tokens have created. */
  readonly platform_links: number;
}

export interface Explanation {
  readonly code: string;
  readonly visitor: string;
  readonly kind: 'redirect' | 'open-app' | 'get-app' | 'probe' | 'preview' | 'no-route' | 'gone';
  readonly status: number;
  readonly addresses: Readonly<Record<string, string>>;
  readonly why: readonly string[];
  readonly rules: string;
}

export interface TriedUri {
  readonly template: string | null;
  readonly pattern: string | null;
  readonly parameters: Readonly<Record<string, string>>;
  readonly routes: Routes;
  /** Why a link could not be made from these routes; empty: it could. */
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
}
export interface DifferentLink {
  readonly code: string;
  readonly uri: string;
  readonly template_before: string | null;
  readonly template_after: string | null;
  readonly routes_before: Routes;
  readonly routes_after: Routes;
}
export interface TriedTemplates {
  readonly uri: TriedUri | null;
  readonly warnings: readonly { name: string; by: readonly string[] }[];
  readonly links: {
    readonly looked_at: number;
    readonly different: readonly DifferentLink[];
    readonly next_cursor: string | null;
  } | null;
}

export interface Finding {
  /** `hint`: may well be meant. */
  readonly level: 'ok' | 'hint' | 'warning' | 'error';
  /** A JSON pointer into the app's document, templates by their names; empty: the whole app. */
  readonly where: string;
  readonly what: string;
  readonly fix: string | null;
}

export interface Findings {
  readonly findings: readonly Finding[];
  /** The addresses whose association files were fetched. */
  readonly asked: readonly string[];
}

export interface AppHost {
  readonly host: string;
  /** Pending: it has no effect. */
  readonly state: 'proven' | 'pending';
  /** The DNS record that proves it; `null`: it is proven. */
  readonly record: { readonly type: 'TXT'; readonly name: string; readonly value: string } | null;
}
export interface AppHosts {
  readonly hosts: readonly AppHost[];
  /** Where the links of all apps open. */
  readonly default_host: {
    readonly host: string;
    /** May its association files list this app? */
    readonly listed: boolean;
  };
}
export interface CheckedHost {
  readonly host: AppHost;
  readonly result: 'proven' | 'missing' | 'different' | 'unavailable';
}

export interface Member {
  readonly member_id: string;
  readonly email: string;
  /** May be empty. */
  readonly name: string;
  readonly role: Role;
  readonly own: boolean;
  readonly joined_at: string;
  readonly last_seen_at: string | null;
  /** For `ifMatch`; changes with the role. */
  readonly etag: string;
}
export interface ChangedMember extends Member {
  /** Valid tokens that the person made, or that were made with one of these; empty for an owner. */
  readonly tokens: readonly Token[];
}
export interface Invitation {
  readonly invitation_id: string;
  /** `null`: for whoever has the link. */
  readonly email: string | null;
  readonly role: Role;
  readonly created_at: string;
  readonly expires_at: string;
  readonly created_by: string;
  readonly by_name: string | null;
}
export interface NewInvitation {
  readonly invitation_id: string;
  readonly email: string;
  readonly role: Role;
  /** Shown this once. */
  readonly address: string;
  readonly expires_at: string;
}
export interface InvitationLook {
  readonly kind: 'join' | 'password';
  readonly email: string | null;
  readonly app: string | null;
  readonly role: Role | null;
  /** Who asks; `null`: the operator, or a program. */
  readonly by_name: string | null;
}
export interface Session {
  readonly session_id: string;
  readonly own: boolean;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
  /** Either may be empty. */
  readonly user_agent: string;
  readonly address: string;
}
export interface NewToken extends Token {
  /** Shown this once. */
  readonly token: string;
}
export interface NewAppAnswer {
  readonly app: { readonly name: string; readonly role: Role };
  /** Shown this once. */
  readonly tokens: Readonly<Record<Token['kind'], string>>;
}
