import type { KeptLink } from '../../storage/deleted-links.ts';
import type { StoredLink } from '../../storage/links.ts';
import type { Restorations } from './restore-link.ts';

/** The links that a dry run would have restored so far: others of the same request cannot have their URI or external id. */
export class ForeseenRestorations {
  readonly #uris = new Map<string, string>();
  readonly #externalIds = new Map<string, string>();

  add(kept: Restorations, { code, externalId }: StoredLink): void {
    const uniqueKey = kept.get(code)?.uniqueKey ?? null;
    if (uniqueKey !== null) this.#uris.set(uniqueKey, code);
    if (externalId !== null) this.#externalIds.set(externalId, code);
  }

  /** What a deleted link was, with the conflicts that it would have now. */
  after(kept: Restorations, { code, externalId }: StoredLink): Restorations {
    const link = kept.get(code);
    if (!link) return kept;
    const { uniqueKey, takenBy, externalIdTakenBy } = link;
    const foreseen: KeptLink = {
      ...link,
      takenBy: takenBy ?? this.#uris.get(uniqueKey ?? '') ?? null,
      externalIdTakenBy: externalIdTakenBy ?? this.#externalIds.get(externalId ?? '') ?? null,
    };
    return new Map([[code, foreseen]]);
  }
}
