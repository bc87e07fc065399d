import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { TwoGenerationCache } from '../../cache/two-generation-cache.ts';
import type { Language } from '../../domain/app/language.ts';
import { pickLanguage } from '../../pages/language.ts';
import { factsKey, visitFacts, withCookie, type VisitFacts } from '../../visit/facts.ts';

const MAX_AGENTS = 2000;
const MAX_AGENT_LENGTH = 1024;
// Browsers send shorter ones.
const MAX_LANGUAGES_LENGTH = 200;
const LANGUAGES_BYTES = 256 * 1024;
/** What an entry needs besides its text. */
const LANGUAGE_BYTES = 100;

/** What the headers of a request say about the visitor. Equal headers are read once; the caches are bounded. */
export class Visitors {
  readonly #facts = new LRUCache<string, VisitFacts>({ max: MAX_AGENTS });
  readonly #languages = new TwoGenerationCache<Language>(
    LANGUAGES_BYTES,
    (header) => LANGUAGE_BYTES + header.length,
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
    let language = this.#languages.get(header);
    if (language === undefined) {
      language = pickLanguage(header);
      this.#languages.set(header, language);
    }
    return language;
  }
}
