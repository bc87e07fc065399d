import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { TwoGenerationCache } from '../../cache/two-generation-cache.ts';
import type { Language } from '../../domain/app/language.ts';
import {
  campaignOf,
  mayHaveCampaign,
  NO_CAMPAIGN,
  type Campaign,
} from '../../domain/click/campaign.ts';
import { languageTag } from '../../domain/click/language-tag.ts';
import { referrerHost } from '../../domain/click/referrer.ts';
import { copied } from '../../domain/text/copied.ts';
import { pickLanguage } from '../../pages/language.ts';
import { factsKey, visitFacts, withCookie, type VisitFacts } from '../../visit/facts.ts';

const MAX_AGENTS = 2000;
const MAX_AGENT_LENGTH = 1024;
// Browsers send shorter ones.
const MAX_LANGUAGES_LENGTH = 200;
const LANGUAGES_BYTES = 256 * 1024;
/** Referrers and campaigns: a site has many pages, and an advertisement a new query for each click. */
const LABELS_BYTES = 512 * 1024;
/** What an entry needs besides its text. */
const ENTRY_BYTES = 100;
const CAMPAIGN_BYTES = 300;

const entryBytes = (header: string): number => ENTRY_BYTES + header.length;

/** What the headers of a request say about the visitor. Equal headers are read once; the caches are bounded. */
export class Visitors {
  readonly #facts = new LRUCache<string, VisitFacts>({ max: MAX_AGENTS });
  readonly #languages = new TwoGenerationCache<Language>(LANGUAGES_BYTES, entryBytes);
  readonly #tags = new TwoGenerationCache<string>(LANGUAGES_BYTES, entryBytes);
  readonly #referrers = new TwoGenerationCache<string>(LABELS_BYTES, entryBytes);
  readonly #campaigns = new TwoGenerationCache<Campaign>(
    LABELS_BYTES,
    (query) => CAMPAIGN_BYTES + query.length,
  );

  factsOf(headers: IncomingHttpHeaders): VisitFacts {
    const key = factsKey(headers);
    if (key.length > MAX_AGENT_LENGTH) return withCookie(visitFacts(headers), headers.cookie);
    let facts = this.#facts.get(key);
    if (facts === undefined) {
      facts = visitFacts(headers);
      this.#facts.set(key, facts);
    }
    return withCookie(facts, headers.cookie);
  }

  languageOf({ 'accept-language': header = '' }: IncomingHttpHeaders): Language {
    if (header.length > MAX_LANGUAGES_LENGTH) return pickLanguage(header);
    return this.#languages.memo(header, pickLanguage);
  }

  /** The preferred language, such as `pt-BR`; '' if unknown. */
  languageTagOf({ 'accept-language': header }: IncomingHttpHeaders): string {
    if (header === undefined || header === '') return '';
    if (header.length > MAX_LANGUAGES_LENGTH) return languageTag(header);
    return this.#tags.memo(header, languageTag);
  }

  /** The host of the page with the link; '' if unknown. */
  referrerOf({ referer: header }: IncomingHttpHeaders): string {
    if (header === undefined || header === '') return '';
    return this.#referrers.memo(header, referrerHost);
  }

  /** `query`: with its question mark, or empty. */
  campaignOf(query: string): Campaign {
    if (query === '' || !mayHaveCampaign(query)) return NO_CAMPAIGN;
    let campaign = this.#campaigns.get(query);
    if (campaign === undefined) {
      campaign = campaignOf(query);
      // A part of the address of the request, which can be much longer.
      this.#campaigns.set(copied(query), campaign);
    }
    return campaign;
  }
}
