import type { Association } from '../domain/app/association.ts';
import { hostName } from '../domain/app/host-name.ts';
import { isOwnHost, type OwnAddresses } from '../domain/link/own-address.ts';
import type { EventType } from '../domain/webhook/event-type.ts';
import { wantsType, type Subscription } from '../domain/webhook/subscription.ts';

/**
 * Whose links open under a name: those of one app; `all`, under the default host; or, under a name that
 * no app has, those of apps that have no host.
 */
export type Scope = { readonly app: string } | 'all' | 'unclaimed';

const MAX_HEADERS = 1000;

/** The mapping of names to apps, as it was read at one time. */
export class Directory {
  /** Apps by their proven host; empty: every link opens under every name. */
  readonly hosts: ReadonlyMap<string, string>;
  /** The app, if there is only one. */
  readonly onlyApp: string | undefined;
  readonly #associations: ReadonlyMap<string, Association>;
  readonly #onDefaultHost: ReadonlySet<string>;
  readonly #appsWithHosts: ReadonlySet<string>;
  readonly #webhooks: ReadonlyMap<string, readonly Subscription[]>;
  readonly #scopes = new Map<string, Scope>();
  /** Computed when it is first needed. */
  #hostsByApp: Map<string, string[]> | undefined;

  /**
   * `onDefaultHost`: the apps that association files may list under names that no app has. `webhooks`: those that get
   * events, by app.
   */
  constructor(
    hosts: ReadonlyMap<string, string>,
    onlyApp: string | undefined,
    associations: ReadonlyMap<string, Association>,
    onDefaultHost: ReadonlySet<string>,
    webhooks: ReadonlyMap<string, readonly Subscription[]> = new Map(),
  ) {
    this.hosts = hosts;
    this.onlyApp = onlyApp;
    this.#associations = associations;
    this.#onDefaultHost = onDefaultHost;
    this.#appsWithHosts = new Set(hosts.values());
    this.#webhooks = webhooks;
  }

  /** `header`: the `Host` of a request, as it was sent. */
  scopeOf(header: string | undefined, own: OwnAddresses): Scope {
    if (this.hosts.size === 0) return 'all';
    const known = this.#scopes.get(header ?? '');
    if (known !== undefined) return known;
    const name = hostName(header ?? '');
    const app = name === undefined ? undefined : this.hosts.get(name);
    const scope = app !== undefined ? { app } : isOwnHost(name ?? '', own) ? 'all' : 'unclaimed';
    if (this.#scopes.size < MAX_HEADERS) this.#scopes.set(header ?? '', scope);
    return scope;
  }

  /** Whether links of the app open under this scope. */
  opens(scope: Scope, appId: string): boolean {
    if (scope === 'all') return true;
    return scope === 'unclaimed' ? !this.#appsWithHosts.has(appId) : scope.app === appId;
  }

  get hasWebhooks(): boolean {
    return this.#webhooks.size > 0;
  }

  /** Whether a webhook of the app can get events of this type. */
  wantsEvents(appId: string, type: EventType): boolean {
    const webhooks = this.#webhooks.get(appId);
    return webhooks !== undefined && webhooks.some((webhook) => wantsType(webhook, type));
  }

  /** The hosts of an app; the first is used in addresses of its links. */
  hostsOf(appId: string): readonly string[] {
    if (!this.#hostsByApp) {
      this.#hostsByApp = new Map<string, string[]>();
      for (const [host, app] of this.hosts) {
        const hosts = this.#hostsByApp.get(app);
        if (hosts) hosts.push(host);
        else this.#hostsByApp.set(app, [host]);
      }
    }
    return this.#hostsByApp.get(appId) ?? [];
  }

  /** The mobile apps that may open links under a name. */
  associationOf(header: string | undefined, own: OwnAddresses): Association {
    const scope = this.scopeOf(header, own);
    const shared = scope === 'all' || scope === 'unclaimed';
    const all = [...this.#associations]
      .filter(([app]) => this.opens(scope, app) && (!shared || this.#onDefaultHost.has(app)))
      .map(([, association]) => association);
    return {
      apple: all.flatMap(({ apple }) => apple),
      android: all.flatMap(({ android }) => android),
    };
  }
}
