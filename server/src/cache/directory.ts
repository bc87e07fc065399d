import type { Association } from '../domain/association.ts';
import { hostName } from '../domain/host-name.ts';
import { isOwnHost, type OwnAddresses } from '../domain/own-address.ts';

/** Whose links open under a name: those of one app, all, or none. */
export type Scope = { readonly app: string } | 'all' | 'none';

const MAX_HEADERS = 1000;

/** Which names lead to which apps, as the store said at one moment. */
export class Directory {
  /** Apps by the host that is theirs; empty: under every name every link opens. */
  readonly hosts: ReadonlyMap<string, string>;
  /** The app, where there is only one. */
  readonly onlyApp: string | undefined;
  readonly #associations: ReadonlyMap<string, Association>;
  readonly #scopes = new Map<string, Scope>();
  /** Made when it is first needed. */
  #hostsByApp: Map<string, string[]> | undefined;

  constructor(
    hosts: ReadonlyMap<string, string>,
    onlyApp: string | undefined,
    associations: ReadonlyMap<string, Association>,
  ) {
    this.hosts = hosts;
    this.onlyApp = onlyApp;
    this.#associations = associations;
  }

  /** `header`: the `Host` of a request, as it was sent. */
  scopeOf(header: string | undefined, own: OwnAddresses): Scope {
    if (this.hosts.size === 0) return 'all';
    const known = this.#scopes.get(header ?? '');
    if (known !== undefined) return known;
    const name = hostName(header ?? '');
    const app = name === undefined ? undefined : this.hosts.get(name);
    const scope = app !== undefined ? { app } : isOwnHost(name ?? '', own) ? 'all' : 'none';
    if (this.#scopes.size < MAX_HEADERS) this.#scopes.set(header ?? '', scope);
    return scope;
  }

  /** The hosts of an app, the one that its links are known by first. */
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

  /** The apps that a phone may open links of a name in. */
  associationOf(header: string | undefined, own: OwnAddresses): Association {
    const scope = this.scopeOf(header, own);
    if (scope === 'none') return { apple: [], android: [] };
    const apps = scope === 'all' ? [...this.#associations.keys()] : [scope.app];
    const all = apps.flatMap((app) => this.#associations.get(app) ?? []);
    return {
      apple: all.flatMap(({ apple }) => apple),
      android: all.flatMap(({ android }) => android),
    };
  }
}
