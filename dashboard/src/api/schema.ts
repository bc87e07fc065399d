// Generated from /openapi.json by `UPDATE_DOCS=1 npm test -- dashboard/api-schema`. Do not edit.

export type SignInWays = {
  readonly password: boolean;
  readonly oidc: { readonly name: string; readonly address: string } | null;
};
export type SignInRequest = { readonly email: string; readonly password: string };
export type Me = {
  readonly member: {
    readonly member_id: string;
    readonly email: string;
    readonly name: string;
    readonly has_password: boolean;
  };
  readonly session_id: string;
  readonly apps: readonly { readonly name: string; readonly role: 'viewer' | 'editor' | 'owner' }[];
};
export type ProviderJoin = { readonly invitation: string; readonly to?: string };
export type ProviderAddress = { readonly address: string };
export type InvitationLook = { readonly invitation: string };
export type LookedInvitation = {
  readonly kind: 'join' | 'password';
  readonly email: string | null;
  readonly app: string | null;
  readonly role: 'viewer' | 'editor' | 'owner' | null;
  readonly by_name: string | null;
};
export type InvitationAcceptance = {
  readonly invitation: string;
  readonly email?: string;
  readonly name?: string;
  readonly password: string;
  readonly existing_account?: boolean;
};
export type MeChange = {
  readonly name?: string;
  readonly password?: { readonly old: string; readonly new: string };
};
export type Sessions = { readonly sessions: readonly Session[] };
export type Session = {
  readonly session_id: string;
  readonly own: boolean;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
  readonly user_agent: string;
  readonly address: string;
};
export type Apps = {
  readonly apps: readonly {
    readonly name: string;
    readonly role: 'viewer' | 'editor' | 'owner';
    readonly created_at: string;
  }[];
};
export type AppRequest = { readonly name: string };
export type NewApp = {
  readonly app: { readonly name: string; readonly role: 'viewer' | 'editor' | 'owner' };
  readonly tokens: {
    readonly server: string;
    readonly web: string;
    readonly iphone: string;
    readonly ipad: string;
    readonly universal: string;
    readonly android: string;
  };
};
export type AppSetup = {
  readonly name: string;
  readonly platforms?: {
    readonly web?: WebPlatformSetup;
    readonly iphone?: ApplePlatformSetup;
    readonly ipad?: ApplePlatformSetup;
    readonly universal?: ApplePlatformSetup;
    readonly android?: AndroidPlatformSetup;
  };
  readonly templates?: readonly TemplateSetup[];
  readonly visits?: VisitSettings;
  readonly metadata_schema?: { readonly [name: string]: unknown };
  readonly platform_tokens?: PlatformTokensSetup;
  readonly hosts?: readonly string[];
};
export type AppChange = {
  readonly name?: string;
  readonly platforms?: {
    readonly web?: WebPlatformSetup;
    readonly iphone?: ApplePlatformSetup;
    readonly ipad?: ApplePlatformSetup;
    readonly universal?: ApplePlatformSetup;
    readonly android?: AndroidPlatformSetup;
  };
  readonly templates?: readonly TemplateSetup[];
  readonly visits?: VisitSettings;
  readonly metadata_schema?: { readonly [name: string]: unknown };
  readonly platform_tokens?: PlatformTokensSetup;
  readonly hosts?: readonly string[];
};
export type ChangedApp = {
  readonly app: AppSetup;
  readonly changes: readonly {
    readonly change: 'add' | 'remove' | 'replace';
    readonly what: string;
    readonly from?: unknown;
    readonly to?: unknown;
  }[];
  readonly warnings: readonly { readonly name: string; readonly by: readonly string[] }[];
  readonly pending_hosts: readonly string[];
};
export type PreviewRequest = {
  readonly visits: VisitSettings;
  readonly page: 'open-app' | 'preview' | 'gone' | 'not-found' | 'no-route' | 'scan';
  readonly language?:
    'en' | 'de' | 'es' | 'fr' | 'it' | 'ja' | 'ko' | 'nl' | 'pt' | 'zh' | 'zh-Hant';
  readonly device?: 'iphone' | 'android' | 'desktop';
};
export type PreviewedPage = { readonly html: string };
export type AppHosts = {
  readonly hosts: readonly AppHost[];
  readonly default_host: { readonly host: string; readonly listed: boolean };
};
export type CheckedHost = {
  readonly host: AppHost;
  readonly result: 'proven' | 'missing' | 'different' | 'unavailable';
};
export type Findings = {
  readonly findings: readonly {
    readonly level: 'ok' | 'hint' | 'warning' | 'error';
    readonly where: string;
    readonly what: string;
    readonly fix: string | null;
  }[];
  readonly asked: readonly string[];
};
export type SetupProgress = {
  readonly base: boolean;
  readonly domain: boolean;
  readonly association: boolean | null;
  readonly newest_link: { readonly code: string; readonly smartlink: string } | null;
  readonly phone_visit: boolean | null;
};
export type ExpiringLinks = {
  readonly days: number;
  readonly count: number;
  readonly more: boolean;
};
export type TemplateTrial = {
  readonly uri?: string;
  readonly templates?: readonly TemplateSetup[];
  readonly platforms?: {
    readonly web?: WebPlatformSetup;
    readonly iphone?: ApplePlatformSetup;
    readonly ipad?: ApplePlatformSetup;
    readonly universal?: ApplePlatformSetup;
    readonly android?: AndroidPlatformSetup;
  };
  readonly cursor?: string;
};
export type TriedTemplates = {
  readonly uri: TriedUri | null;
  readonly warnings: readonly { readonly name: string; readonly by: readonly string[] }[];
  readonly links: {
    readonly looked_at: number;
    readonly different: readonly RemadeLink[];
    readonly next_cursor: string | null;
  } | null;
};
export type MetadataSchemaTrial = { readonly schema: unknown; readonly value?: unknown };
export type TriedMetadataSchema = {
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
};
export type KnownTags = { readonly tags: readonly string[] };
export type SavedFilters = {
  readonly filters: readonly {
    readonly name: string;
    readonly query: {
      readonly q?: string;
      readonly tag?: string;
      readonly state?: 'active' | 'disabled' | 'deleted';
      readonly template?: string;
      readonly validity?: 'scheduled' | 'valid' | 'expired';
      readonly expires_within_days?: number;
      readonly sort?: 'newest' | 'oldest' | 'clicks_7d' | 'clicks_30d';
    };
  }[];
};
export type SavedFiltersChange = {
  readonly remove?: readonly string[];
  readonly save?: readonly {
    readonly name: string;
    readonly query: {
      readonly q?: string;
      readonly tag?: string;
      readonly state?: 'active' | 'disabled' | 'deleted';
      readonly template?: string;
      readonly validity?: 'scheduled' | 'valid' | 'expired';
      readonly expires_within_days?: number;
      readonly sort?: 'newest' | 'oldest' | 'clicks_7d' | 'clicks_30d';
    };
  }[];
};
export type AuditLog = {
  readonly entries: readonly {
    readonly what: string;
    readonly at: string;
    readonly by: string;
    readonly by_name: string | null;
    readonly action:
      | 'create'
      | 'change'
      | 'delete'
      | 'restore'
      | 'give-back'
      | 'apply'
      | 'prove'
      | 'revoke'
      | 'invite'
      | 'withdraw'
      | 'join'
      | 'remove'
      | 'reset'
      | 'connect'
      | 'disconnect';
    readonly before: { readonly [name: string]: unknown } | null;
    readonly after: { readonly [name: string]: unknown } | null;
  }[];
  readonly next_cursor: string | null;
};
export type Tokens = {
  readonly tokens: readonly Token[];
  readonly next_cursor: string | null;
  readonly platform_links: number;
};
export type TokenRequest = {
  readonly kind: 'server' | 'web' | 'iphone' | 'ipad' | 'universal' | 'android';
  readonly name?: string;
};
export type NewToken = {
  readonly token: string;
  readonly token_id: string;
  readonly kind: 'server' | 'web' | 'iphone' | 'ipad' | 'universal' | 'android';
  readonly prefix: string;
  readonly name: string | null;
  readonly own: boolean;
  readonly created_at: string;
  readonly created_by: string | null;
  readonly by_name: string | null;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
};
export type Token = {
  readonly token_id: string;
  readonly kind: 'server' | 'web' | 'iphone' | 'ipad' | 'universal' | 'android';
  readonly prefix: string;
  readonly name: string | null;
  readonly own: boolean;
  readonly created_at: string;
  readonly created_by: string | null;
  readonly by_name: string | null;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
};
export type Members = {
  readonly members: readonly Member[];
  readonly invitations: readonly Invitation[];
};
export type Member = {
  readonly member_id: string;
  readonly email: string;
  readonly name: string;
  readonly role: 'viewer' | 'editor' | 'owner';
  readonly own: boolean;
  readonly joined_at: string;
  readonly last_seen_at: string | null;
  readonly etag: string;
};
export type MemberChange = { readonly role: 'viewer' | 'editor' | 'owner' };
export type ChangedMember = {
  readonly member_id: string;
  readonly email: string;
  readonly name: string;
  readonly role: 'viewer' | 'editor' | 'owner';
  readonly own: boolean;
  readonly joined_at: string;
  readonly last_seen_at: string | null;
  readonly etag: string;
  readonly tokens: readonly Token[];
  readonly webhooks: readonly Webhook[];
};
export type InvitationRequest = {
  readonly email: string;
  readonly role: 'viewer' | 'editor' | 'owner';
};
export type NewInvitation = {
  readonly invitation_id: string;
  readonly email: string;
  readonly role: 'viewer' | 'editor' | 'owner';
  readonly address: string;
  readonly expires_at: string;
};
export type Invitation = {
  readonly invitation_id: string;
  readonly email: string | null;
  readonly role: 'viewer' | 'editor' | 'owner';
  readonly created_at: string;
  readonly expires_at: string;
  readonly created_by: string;
  readonly by_name: string | null;
};
export type ManagedLinks = {
  readonly smartlinks: readonly ManagedLink[];
  readonly next_cursor: string | null;
};
export type ManagedLinkRequest = {
  readonly uri: string;
  readonly routes?: {
    readonly web?: RouteOverride;
    readonly iphone?: RouteOverride;
    readonly ipad?: RouteOverride;
    readonly universal?: RouteOverride;
    readonly android?: RouteOverride;
  };
  readonly metadata?: Metadata;
  readonly unique?: boolean;
  readonly redeem_limit?: number;
  readonly code?: string;
  readonly external_id?: string;
  readonly name?: string;
  readonly note?: string;
  readonly tags?: readonly string[];
  readonly social?: Social;
  readonly rules?: readonly LinkRule[];
  readonly valid_from?: string;
  readonly valid_until?: string | null;
  readonly early_url?: string;
  readonly expired_url?: string;
};
export type ManagedLink = {
  readonly code: string;
  readonly smartlink: string;
  readonly external_id: string | null;
  readonly uri: string;
  readonly name: string | null;
  readonly note: string | null;
  readonly unique: boolean;
  readonly template: string | null;
  readonly routes: {
    readonly web?: ManagedRoute;
    readonly iphone?: ManagedRoute;
    readonly ipad?: ManagedRoute;
    readonly universal?: ManagedRoute;
    readonly android?: ManagedRoute;
  };
  readonly rules: readonly LinkRule[];
  readonly own_rules: boolean;
  readonly tags: readonly string[];
  readonly state: 'active' | 'disabled' | 'deleted';
  readonly restorable_until: string | null;
  readonly social: Social | null;
  readonly valid_from: string | null;
  readonly valid_until: string | null;
  readonly early_url: string | null;
  readonly expired_url: string | null;
  readonly validity: 'scheduled' | 'valid' | 'expired';
  readonly redeem_limit: number | null;
  readonly redemptions: number;
  readonly created_at: string;
  readonly created_by: {
    readonly kind: 'server_token' | 'platform_token' | 'member' | 'command';
    readonly id: string;
    readonly name: string | null;
  };
  readonly metadata: Metadata | null;
};
export type LinksChange = {
  readonly codes?: readonly string[];
  readonly filter?: {
    readonly q?: string;
    readonly tag?: string;
    readonly template?: string;
    readonly external_id?: string;
    readonly state?: 'active' | 'disabled' | 'deleted';
    readonly unique?: boolean;
    readonly validity?: 'scheduled' | 'valid' | 'expired';
    readonly expires_within_days?: number;
  };
  readonly cursor?: string;
  readonly limit?: number;
  readonly dry_run?: boolean;
  readonly change: {
    readonly add_tags?: readonly string[];
    readonly remove_tags?: readonly string[];
    readonly state?: 'active' | 'disabled' | 'deleted';
    readonly restore?: true;
    readonly routes?: 'current_templates';
  };
};
export type ChangedLinks = {
  readonly matched: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly failed: readonly { readonly code: string; readonly problem: Problem }[];
  readonly samples?: readonly {
    readonly code: string;
    readonly before: {
      readonly web?: ManagedRoute;
      readonly iphone?: ManagedRoute;
      readonly ipad?: ManagedRoute;
      readonly universal?: ManagedRoute;
      readonly android?: ManagedRoute;
    };
    readonly after: {
      readonly web?: ManagedRoute;
      readonly iphone?: ManagedRoute;
      readonly ipad?: ManagedRoute;
      readonly universal?: ManagedRoute;
      readonly android?: ManagedRoute;
    };
  }[];
  readonly next_cursor?: string;
};
export type PageRequest = { readonly url: string };
export type PageSocial = {
  readonly title: string | null;
  readonly description: string | null;
  readonly image: string | null;
};
export type LinksRequest = {
  readonly links: readonly ManagedLinkRequest[];
  readonly on_conflict?: 'fail' | 'skip' | 'update';
  readonly atomic?: boolean;
  readonly dry_run?: boolean;
};
export type CreatedLinks = {
  readonly created: number;
  readonly existing: number;
  readonly updated: number;
  readonly failed: number;
  readonly results: readonly {
    readonly status: 'created' | 'existing' | 'updated' | 'failed';
    readonly external_id: string | null;
    readonly code?: string;
    readonly smartlink?: string;
    readonly problem?: Problem;
  }[];
};
export type LinkChange = {
  readonly routes?: {
    readonly web?: RouteChange | null;
    readonly iphone?: RouteChange | null;
    readonly ipad?: RouteChange | null;
    readonly universal?: RouteChange | null;
    readonly android?: RouteChange | null;
  };
  readonly external_id?: string | null;
  readonly name?: string | null;
  readonly note?: string | null;
  readonly tags?: readonly string[];
  readonly redeem_limit?: number | null;
  readonly metadata?: Metadata | null;
  readonly social?: Social | null;
  readonly valid_from?: string | null;
  readonly valid_until?: string | null;
  readonly early_url?: string | null;
  readonly expired_url?: string | null;
  readonly rules?: readonly LinkRule[] | null;
  readonly state?: 'active' | 'disabled';
};
export type Explanation = {
  readonly code: string;
  readonly visitor:
    'desktop' | 'iphone' | 'ipad' | 'android' | 'perhaps-ipad' | 'perhaps-android' | 'robot';
  readonly kind:
    | 'redirect'
    | 'open-app'
    | 'get-app'
    | 'probe'
    | 'preview'
    | 'scan'
    | 'no-route'
    | 'not-found'
    | 'gone'
    | 'early'
    | 'expired';
  readonly status: number;
  readonly addresses: { readonly [name: string]: string };
  readonly why: readonly string[];
  readonly rules: string;
  readonly rule: number | null;
};
export type History = {
  readonly entries: readonly {
    readonly at: string;
    readonly by: string;
    readonly by_name: string | null;
    readonly action:
      | 'create'
      | 'change'
      | 'delete'
      | 'restore'
      | 'give-back'
      | 'apply'
      | 'prove'
      | 'revoke'
      | 'invite'
      | 'withdraw'
      | 'join'
      | 'remove'
      | 'reset'
      | 'connect'
      | 'disconnect';
    readonly before: { readonly [name: string]: unknown } | null;
    readonly after: { readonly [name: string]: unknown } | null;
  }[];
  readonly next_cursor: string | null;
};
export type Metadata = { readonly [name: string]: MetadataValue };
export type MetadataVersions = {
  readonly versions: readonly {
    readonly version: number;
    readonly current: boolean;
    readonly at: string;
    readonly by: string;
    readonly by_name: string | null;
  }[];
  readonly next_cursor: string | null;
};
export type Ledger = {
  readonly redemptions: readonly LedgerEntry[];
  readonly next_cursor: string | null;
};
export type LedgerEntry = {
  readonly redemption_id: string;
  readonly token_id: string;
  readonly redeemed_at: string;
  readonly redemptions: number;
  readonly redeem_limit: number | null;
  readonly given_back_at: string | null;
  readonly given_back_by: string | null;
};
export type ClickReport = {
  readonly from: string;
  readonly to: string;
  readonly time_zone: string;
  readonly unit: 'minute' | 'hour' | 'day' | 'week' | 'month';
  readonly totals: { readonly clicks: number; readonly visitors: number; readonly other: number };
  readonly funnel: {
    readonly visits: number;
    readonly store: number;
    readonly opened: number;
    readonly redeemed: number;
  } | null;
  readonly previous: {
    readonly from: string;
    readonly to: string;
    readonly totals: { readonly clicks: number; readonly visitors: number; readonly other: number };
    readonly funnel: {
      readonly visits: number;
      readonly store: number;
      readonly opened: number;
      readonly redeemed: number;
    } | null;
    readonly series: readonly {
      readonly start: string;
      readonly clicks: number;
      readonly visitors: number;
      readonly other: number;
    }[];
  } | null;
  readonly series: readonly {
    readonly start: string;
    readonly clicks: number;
    readonly visitors: number;
    readonly other: number;
  }[];
  readonly breakdowns: {
    readonly kind?: readonly {
      readonly value: string;
      readonly clicks: number;
      readonly visitors: number;
      readonly other: number;
    }[];
    readonly outcome?: readonly {
      readonly value: string;
      readonly clicks: number;
      readonly visitors: number;
      readonly other: number;
    }[];
    readonly platform?: readonly {
      readonly value: string;
      readonly clicks: number;
      readonly visitors: number;
      readonly other: number;
    }[];
    readonly country?: readonly {
      readonly value: string;
      readonly clicks: number;
      readonly visitors: number;
      readonly other: number;
    }[];
    readonly referrer?: readonly {
      readonly value: string;
      readonly clicks: number;
      readonly visitors: number;
      readonly other: number;
    }[];
    readonly browser?: readonly {
      readonly value: string;
      readonly clicks: number;
      readonly visitors: number;
      readonly other: number;
    }[];
    readonly in_app?: readonly {
      readonly value: string;
      readonly clicks: number;
      readonly visitors: number;
      readonly other: number;
    }[];
    readonly language?: readonly {
      readonly value: string;
      readonly clicks: number;
      readonly visitors: number;
      readonly other: number;
    }[];
    readonly campaign?: readonly {
      readonly value: string;
      readonly clicks: number;
      readonly visitors: number;
      readonly other: number;
    }[];
    readonly source?: readonly {
      readonly value: string;
      readonly clicks: number;
      readonly visitors: number;
      readonly other: number;
    }[];
    readonly medium?: readonly {
      readonly value: string;
      readonly clicks: number;
      readonly visitors: number;
      readonly other: number;
    }[];
  };
  readonly lifetime: { readonly clicks: number; readonly visitors: number; readonly other: number };
  readonly breakdown_days: {
    readonly from: string;
    readonly to: string;
    readonly totals: { readonly clicks: number; readonly visitors: number; readonly other: number };
  } | null;
  readonly recording: { readonly raw_days: number; readonly months: number };
};
export type LinkClicks = {
  readonly from: string;
  readonly to: string;
  readonly links: readonly {
    readonly code: string;
    readonly clicks: number;
    readonly visitors: number;
    readonly store: number;
    readonly opened: number;
    readonly redeemed: number;
    readonly days: readonly number[];
  }[];
};
export type ClickMarks = {
  readonly marks: readonly {
    readonly at: string;
    readonly kind:
      | 'created'
      | 'enabled'
      | 'disabled'
      | 'deleted'
      | 'restored'
      | 'routes'
      | 'redeem_limit'
      | 'validity'
      | 'redeemed'
      | 'redemption_undone'
      | 'templates'
      | 'app';
    readonly count: number;
    readonly by: string | null;
    readonly by_name: string | null;
  }[];
  readonly complete: boolean;
};
export type TagClicks = {
  readonly from: string;
  readonly to: string;
  readonly counted_links: number;
  readonly complete: boolean;
  readonly tags: readonly {
    readonly tag: string;
    readonly links: number;
    readonly clicks: number;
    readonly visitors: number;
    readonly store: number;
    readonly opened: number;
    readonly redeemed: number;
  }[];
};
export type TemplateClicks = {
  readonly from: string;
  readonly to: string;
  readonly counted_links: number;
  readonly complete: boolean;
  readonly templates: readonly {
    readonly template: string;
    readonly links: number;
    readonly clicks: number;
    readonly visitors: number;
    readonly store: number;
    readonly opened: number;
    readonly redeemed: number;
  }[];
};
export type ClickSettings = {
  readonly raw_days: number;
  readonly raw_deleted_by: 'month' | 'day';
  readonly months: number;
  readonly respect_gpc: boolean;
  readonly country: boolean;
  readonly flush_seconds: number;
  readonly since_start: {
    readonly lost: readonly ('buffer_full' | 'store_failed' | 'store_timeout' | 'stopped')[];
    readonly behind: boolean;
  };
};
export type Webhooks = { readonly webhooks: readonly Webhook[] };
export type WebhookRequest = {
  readonly url: string;
  readonly description?: string | null;
  readonly types?: readonly (
    | 'link.created'
    | 'link.updated'
    | 'link.disabled'
    | 'link.enabled'
    | 'link.deleted'
    | 'link.restored'
    | 'link.expired'
    | 'link.exhausted'
    | 'redemption.granted'
    | 'redemption.refused'
    | 'redemption.reversed'
    | 'template.changed'
    | 'app.changed'
    | 'clicks.summary'
  )[];
  readonly tags?: readonly string[];
};
export type WebhookWithSecret = {
  readonly secret: string;
  readonly webhook_id: string;
  readonly url: string;
  readonly description: string | null;
  readonly types: readonly (
    | 'link.created'
    | 'link.updated'
    | 'link.disabled'
    | 'link.enabled'
    | 'link.deleted'
    | 'link.restored'
    | 'link.expired'
    | 'link.exhausted'
    | 'redemption.granted'
    | 'redemption.refused'
    | 'redemption.reversed'
    | 'template.changed'
    | 'app.changed'
    | 'clicks.summary'
  )[];
  readonly tags: readonly string[];
  readonly state: 'enabled' | 'disabled';
  readonly disabled_because: 'gone' | 'failing' | null;
  readonly failing_since: string | null;
  readonly paused_until: string | null;
  readonly old_secret_until: string | null;
  readonly created_at: string;
  readonly created_by: string;
};
export type Webhook = {
  readonly webhook_id: string;
  readonly url: string;
  readonly description: string | null;
  readonly types: readonly (
    | 'link.created'
    | 'link.updated'
    | 'link.disabled'
    | 'link.enabled'
    | 'link.deleted'
    | 'link.restored'
    | 'link.expired'
    | 'link.exhausted'
    | 'redemption.granted'
    | 'redemption.refused'
    | 'redemption.reversed'
    | 'template.changed'
    | 'app.changed'
    | 'clicks.summary'
  )[];
  readonly tags: readonly string[];
  readonly state: 'enabled' | 'disabled';
  readonly disabled_because: 'gone' | 'failing' | null;
  readonly failing_since: string | null;
  readonly paused_until: string | null;
  readonly old_secret_until: string | null;
  readonly created_at: string;
  readonly created_by: string;
};
export type WebhookChange = {
  readonly url?: string;
  readonly description?: string | null;
  readonly types?: readonly (
    | 'link.created'
    | 'link.updated'
    | 'link.disabled'
    | 'link.enabled'
    | 'link.deleted'
    | 'link.restored'
    | 'link.expired'
    | 'link.exhausted'
    | 'redemption.granted'
    | 'redemption.refused'
    | 'redemption.reversed'
    | 'template.changed'
    | 'app.changed'
    | 'clicks.summary'
  )[];
  readonly tags?: readonly string[];
  readonly state?: 'enabled' | 'disabled';
};
export type WebhookSecretRequest = { readonly old_secret_hours?: number };
export type WebhookDeliveryLog = {
  readonly event_id: string;
  readonly type: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly next_attempt_at: string | null;
  readonly created_at: string;
  readonly payload: string;
  readonly log: readonly {
    readonly at: string;
    readonly duration_ms: number;
    readonly status: number | null;
    readonly error: string | null;
    readonly response: string | null;
  }[];
};
export type WebhookReplayRequest = { readonly since: string };
export type WebhookReplay = { readonly events: number };
export type WebhookDeliveries = {
  readonly deliveries: readonly {
    readonly event_id: string;
    readonly type: string;
    readonly state: 'pending' | 'delivered' | 'failed';
    readonly attempts: number;
    readonly next_attempt_at: string | null;
    readonly created_at: string;
  }[];
  readonly next_cursor: string | null;
};
export type WebPlatformSetup = {
  readonly enabled?: boolean;
  readonly base?: string;
  readonly fallback?: string;
};
export type ApplePlatformSetup = {
  readonly enabled?: boolean;
  readonly base?: string;
  readonly fallback?: string;
  readonly apps?: readonly AppleApp[];
};
export type AndroidPlatformSetup = {
  readonly enabled?: boolean;
  readonly base?: string;
  readonly fallback?: string;
  readonly apps?: readonly AndroidApp[];
};
export type TemplateSetup = {
  readonly name: string;
  readonly pattern: string;
  readonly routes: {
    readonly web?: RoutePattern;
    readonly iphone?: RoutePattern;
    readonly ipad?: RoutePattern;
    readonly universal?: RoutePattern;
    readonly android?: RoutePattern;
  };
  readonly skip_page?: boolean;
  readonly rules?: readonly TemplateRule[];
  readonly valid_for_seconds?: number;
  readonly metadata_schema?: { readonly [name: string]: unknown };
};
export type VisitSettings = {
  readonly title?: string;
  readonly icon?: string;
  readonly color?: string;
  readonly home?: string;
  readonly forward_query?: boolean;
  readonly add_code?: boolean;
  readonly desktop_qr?: boolean;
  readonly social?: Social;
};
export type PlatformTokensSetup = {
  readonly create?: 'own' | 'any' | 'off';
  readonly max_links?: number;
};
export type AppHost = {
  readonly host: string;
  readonly state: 'proven' | 'pending';
  readonly record: { readonly type: 'TXT'; readonly name: string; readonly value: string } | null;
};
export type TriedUri = {
  readonly template: string | null;
  readonly pattern: string | null;
  readonly parameters: { readonly [name: string]: string };
  readonly routes: {
    readonly web?: ManagedRoute;
    readonly iphone?: ManagedRoute;
    readonly ipad?: ManagedRoute;
    readonly universal?: ManagedRoute;
    readonly android?: ManagedRoute;
  };
  readonly rules: readonly LinkRule[];
  readonly metadata_schema: {} | null;
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
};
export type RemadeLink = {
  readonly code: string;
  readonly uri: string;
  readonly template_before: string | null;
  readonly template_after: string | null;
  readonly routes_before: {
    readonly web?: ManagedRoute;
    readonly iphone?: ManagedRoute;
    readonly ipad?: ManagedRoute;
    readonly universal?: ManagedRoute;
    readonly android?: ManagedRoute;
  };
  readonly routes_after: {
    readonly web?: ManagedRoute;
    readonly iphone?: ManagedRoute;
    readonly ipad?: ManagedRoute;
    readonly universal?: ManagedRoute;
    readonly android?: ManagedRoute;
  };
};
export type RouteOverride = { readonly link?: string; readonly fallback?: string };
export type Social = {
  readonly title?: string;
  readonly description?: string;
  readonly image?: string;
};
export type LinkRule = {
  readonly name?: string;
  readonly when: RuleConditions;
  readonly routes: {
    readonly web?: RouteChange;
    readonly iphone?: RouteChange;
    readonly ipad?: RouteChange;
    readonly universal?: RouteChange;
    readonly android?: RouteChange;
  };
};
export type ManagedRoute = {
  readonly link: string;
  readonly fallback: string;
  readonly skip_page?: true;
};
export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code:
    | 'bad_request'
    | 'invalid_json'
    | 'unauthorized'
    | 'wrong_credentials'
    | 'wrong_token_kind'
    | 'session_required'
    | 'role_too_low'
    | 'password_sign_in_off'
    | 'platform_creates_off'
    | 'cross_site'
    | 'not_found'
    | 'clicks_off'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'redeem_limit_reached'
    | 'too_early'
    | 'code_taken'
    | 'uri_taken'
    | 'external_id_taken'
    | 'link_quota_reached'
    | 'last_owner'
    | 'already_member'
    | 'too_many_apps'
    | 'too_many_invitations'
    | 'too_many_tokens'
    | 'too_many_webhooks'
    | 'webhook_disabled'
    | 'host_taken'
    | 'gone'
    | 'expired'
    | 'invitation_over'
    | 'precondition_failed'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'validation_failed'
    | 'page_unavailable'
    | 'redemption_id_reused'
    | 'idempotency_key_reused'
    | 'too_many_misses'
    | 'too_many_creates'
    | 'too_many_opens'
    | 'too_many_redemptions'
    | 'too_many_uploads'
    | 'too_many_replays'
    | 'too_many_trials'
    | 'too_many_attempts'
    | 'too_many_checks'
    | 'too_many_pages'
    | 'too_many_streams'
    | 'headers_too_large'
    | 'internal'
    | 'codes_exhausted'
    | 'overloaded'
    | 'stopping'
    | 'store_unavailable';
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
  readonly redemptions?: number;
  readonly redeem_limit?: number;
  readonly existing_code?: string;
  readonly request_id?: string;
};
export type RouteChange = {
  readonly link?: string;
  readonly fallback?: string;
  readonly skip_page?: boolean;
};
export type MetadataValue = string | number | readonly MetadataElement[];
export type AppleApp = { readonly team_id: string; readonly bundle_id: string };
export type AndroidApp = {
  readonly package: string;
  readonly sha256_cert_fingerprints: readonly string[];
};
export type RoutePattern = {
  readonly link?: string;
  readonly fallback?: string;
  readonly skip_page?: boolean;
};
export type TemplateRule = {
  readonly name?: string;
  readonly when: RuleConditions;
  readonly routes: {
    readonly web?: RoutePattern;
    readonly iphone?: RoutePattern;
    readonly ipad?: RoutePattern;
    readonly universal?: RoutePattern;
    readonly android?: RoutePattern;
  };
};
export type RuleConditions = {
  readonly language?: readonly string[];
  readonly country?: readonly string[];
  readonly time?: { readonly from?: string; readonly until?: string };
  readonly percent?: { readonly from?: number; readonly below?: number };
  readonly query?: readonly { readonly name: string; readonly values?: readonly string[] }[];
  readonly app_version?: { readonly from?: string; readonly below?: string };
};
export type MetadataElement =
  string | number | readonly unknown[] | { readonly [name: string]: MetadataValue };

/** The operations of the management API: what each takes and returns. */
export interface Api {
  'sign-in': {
    GET: { query: never; body: undefined; data: SignInWays };
    POST: { query: never; body: SignInRequest; data: Me };
  };
  'sign-in/oidc': {
    GET: { query: 'to'; body: undefined; data: undefined };
    POST: { query: never; body: ProviderJoin; data: ProviderAddress };
  };
  'sign-in/oidc/callback': {
    GET: { query: 'code' | 'state' | 'iss' | 'error'; body: undefined; data: undefined };
  };
  'sign-out': { POST: { query: never; body: undefined; data: undefined } };
  'invitations/look': { POST: { query: never; body: InvitationLook; data: LookedInvitation } };
  'invitations/accept': { POST: { query: never; body: InvitationAcceptance; data: Me } };
  me: {
    GET: { query: never; body: undefined; data: Me };
    PATCH: { query: never; body: MeChange; data: Me };
  };
  sessions: { GET: { query: never; body: undefined; data: Sessions } };
  'sessions/{session_id}': { DELETE: { query: never; body: undefined; data: Session } };
  apps: {
    GET: { query: never; body: undefined; data: Apps };
    POST: { query: never; body: AppRequest; data: NewApp };
  };
  app: {
    GET: { query: never; body: undefined; data: AppSetup };
    PATCH: { query: 'dry_run'; body: AppChange; data: ChangedApp };
  };
  'app/preview': { POST: { query: never; body: PreviewRequest; data: PreviewedPage } };
  hosts: { GET: { query: never; body: undefined; data: AppHosts } };
  'hosts/{host}/check': { POST: { query: never; body: undefined; data: CheckedHost } };
  doctor: { GET: { query: 'network'; body: undefined; data: Findings } };
  setup: { GET: { query: never; body: undefined; data: SetupProgress } };
  'expiring-links': { GET: { query: 'days'; body: undefined; data: ExpiringLinks } };
  'templates/try': { POST: { query: never; body: TemplateTrial; data: TriedTemplates } };
  'metadata-schema/try': {
    POST: { query: never; body: MetadataSchemaTrial; data: TriedMetadataSchema };
  };
  tags: { GET: { query: 'q'; body: undefined; data: KnownTags } };
  filters: {
    GET: { query: never; body: undefined; data: SavedFilters };
    PATCH: { query: never; body: SavedFiltersChange; data: SavedFilters };
  };
  'audit-log': { GET: { query: 'limit' | 'cursor'; body: undefined; data: AuditLog } };
  tokens: {
    GET: { query: 'limit' | 'cursor'; body: undefined; data: Tokens };
    POST: { query: never; body: TokenRequest; data: NewToken };
  };
  'tokens/{token_id}': { DELETE: { query: never; body: undefined; data: Token } };
  members: { GET: { query: never; body: undefined; data: Members } };
  'members/{member_id}': {
    GET: { query: never; body: undefined; data: Member };
    PATCH: { query: never; body: MemberChange; data: ChangedMember };
    DELETE: { query: never; body: undefined; data: ChangedMember };
  };
  membership: { DELETE: { query: never; body: undefined; data: undefined } };
  invitations: { POST: { query: never; body: InvitationRequest; data: NewInvitation } };
  'invitations/{invitation_id}': { DELETE: { query: never; body: undefined; data: Invitation } };
  smartlinks: {
    GET: {
      query:
        | 'limit'
        | 'cursor'
        | 'sort'
        | 'q'
        | 'tag'
        | 'template'
        | 'external_id'
        | 'state'
        | 'unique'
        | 'validity'
        | 'expires_within_days';
      body: undefined;
      data: ManagedLinks;
    };
    POST: { query: never; body: ManagedLinkRequest; data: ManagedLink };
  };
  'smartlinks/changes': { POST: { query: never; body: LinksChange; data: ChangedLinks } };
  'social-preview/fetch': { POST: { query: never; body: PageRequest; data: PageSocial } };
  'external-ids/{external_id}': {};
  'smartlinks/bulk': { POST: { query: never; body: LinksRequest; data: CreatedLinks } };
  'smartlinks/export': {
    GET: {
      query:
        | 'q'
        | 'tag'
        | 'template'
        | 'external_id'
        | 'state'
        | 'unique'
        | 'validity'
        | 'expires_within_days'
        | 'app'
        | 'format';
      body: undefined;
      data: undefined;
    };
  };
  'smartlinks/{code}': {
    GET: { query: never; body: undefined; data: ManagedLink };
    PATCH: { query: never; body: LinkChange; data: ManagedLink };
    DELETE: { query: never; body: undefined; data: undefined };
  };
  'smartlinks/{code}/restore': { POST: { query: never; body: undefined; data: ManagedLink } };
  'smartlinks/{code}/explain': {
    GET: {
      query:
        | 'user_agent'
        | 'platform_hint'
        | 'cookie'
        | 'host'
        | 'query'
        | 'language'
        | 'country'
        | 'address'
        | 'percentile'
        | 'app_version'
        | 'at';
      body: undefined;
      data: Explanation;
    };
  };
  'smartlinks/{code}/history': {
    GET: { query: 'limit' | 'cursor'; body: undefined; data: History };
  };
  'smartlinks/{code}/metadata': {
    GET: { query: 'version'; body: undefined; data: Metadata | null };
  };
  'smartlinks/{code}/metadata/versions': {
    GET: { query: 'limit' | 'cursor'; body: undefined; data: MetadataVersions };
  };
  'smartlinks/{code}/redemptions': {
    GET: { query: 'limit' | 'cursor'; body: undefined; data: Ledger };
  };
  'smartlinks/{code}/redemptions/{redemption_id}/give-back': {
    POST: { query: never; body: undefined; data: LedgerEntry };
  };
  clicks: {
    GET: {
      query:
        | 'from'
        | 'to'
        | 'time_zone'
        | 'unit'
        | 'compare'
        | 'by'
        | 'limit'
        | 'sort'
        | 'kind'
        | 'outcome'
        | 'platform'
        | 'country'
        | 'referrer'
        | 'browser'
        | 'in_app'
        | 'language'
        | 'campaign'
        | 'source'
        | 'medium';
      body: undefined;
      data: ClickReport;
    };
  };
  'smartlinks/{code}/clicks': {
    GET: {
      query:
        | 'from'
        | 'to'
        | 'time_zone'
        | 'unit'
        | 'compare'
        | 'by'
        | 'limit'
        | 'sort'
        | 'kind'
        | 'outcome'
        | 'platform'
        | 'country'
        | 'referrer'
        | 'browser'
        | 'in_app'
        | 'language'
        | 'campaign'
        | 'source'
        | 'medium';
      body: undefined;
      data: ClickReport;
    };
  };
  'clicks/links': {
    GET: {
      query: 'from' | 'to' | 'time_zone' | 'limit' | 'codes';
      body: undefined;
      data: LinkClicks;
    };
  };
  'clicks/marks': {
    GET: { query: 'from' | 'to' | 'time_zone' | 'code'; body: undefined; data: ClickMarks };
  };
  'clicks/tags': {
    GET: { query: 'from' | 'to' | 'time_zone' | 'limit'; body: undefined; data: TagClicks };
  };
  'clicks/templates': {
    GET: { query: 'from' | 'to' | 'time_zone' | 'limit'; body: undefined; data: TemplateClicks };
  };
  'clicks/settings': { GET: { query: never; body: undefined; data: ClickSettings } };
  'clicks/export': {
    GET: {
      query: 'from' | 'to' | 'time_zone' | 'code' | 'app' | 'format';
      body: undefined;
      data: undefined;
    };
  };
  'clicks/stream': { GET: { query: 'code' | 'app' | 'seconds'; body: undefined; data: undefined } };
  webhooks: {
    GET: { query: never; body: undefined; data: Webhooks };
    POST: { query: never; body: WebhookRequest; data: WebhookWithSecret };
  };
  'webhooks/{webhook_id}': {
    GET: { query: never; body: undefined; data: Webhook };
    PATCH: { query: never; body: WebhookChange; data: Webhook };
    DELETE: { query: never; body: undefined; data: undefined };
  };
  'webhooks/{webhook_id}/secret': {
    POST: { query: never; body: WebhookSecretRequest; data: WebhookWithSecret };
  };
  'webhooks/{webhook_id}/test': {
    POST: { query: never; body: undefined; data: WebhookDeliveryLog };
  };
  'webhooks/{webhook_id}/replay': {
    POST: { query: never; body: WebhookReplayRequest; data: WebhookReplay };
  };
  'webhooks/{webhook_id}/deliveries': {
    GET: { query: 'limit' | 'cursor' | 'state'; body: undefined; data: WebhookDeliveries };
  };
  'webhooks/{webhook_id}/deliveries/{event_id}': {
    GET: { query: never; body: undefined; data: WebhookDeliveryLog };
  };
  'webhooks/{webhook_id}/deliveries/{event_id}/replay': {
    POST: { query: never; body: undefined; data: WebhookDeliveryLog };
  };
}
