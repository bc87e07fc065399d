import { DAY_MS } from '../../server/dist/src/domain/click/slots.js';
import { randomFrom } from '../random.js';

/** A year of clicks of one app, oldest first: many links of which few are hot, many visitors, campaigns, bots. */

export const DAYS = 365;
const LINKS = 100_000;
const NETWORKS = 3_000_000;
const COUNTRIES = Array.from('ADEFGIJNPSU', (a) => Array.from('CELRST', (b) => a + b)).flat();
const BROWSERS = ['Chrome', 'Safari', 'Firefox', 'Edge', 'Samsung Internet'];
const DEVICES = ['desktop', 'iphone', 'android', 'ipad'];
const AGENTS = Array.from({ length: 60 }, (_, index) => ({
  userAgent: `agent ${index}`,
  kind: 'human',
  browser: BROWSERS[index % BROWSERS.length],
  inApp: index % 10 === 0 ? 'Instagram' : '',
}));
const BOT = { userAgent: 'bot', kind: 'bot', browser: '', inApp: '' };
const REFERRERS = [
  '',
  '',
  '',
  ...Array.from({ length: 40 }, (_, index) => `site-${index}.example`),
];
const LANGUAGES = ['', 'en', 'en-US', 'de', 'fr', 'es', 'pt-BR', 'ja'];
const NO_CAMPAIGN = { campaign: '', source: '', medium: '' };
const CAMPAIGNS = Array.from({ length: 60 }, (_, index) => ({
  campaign: `campaign-${index}`,
  source: `source-${index % 7}`,
  medium: index % 2 ? 'email' : 'social',
}));

/** The country of a network, as an MMDB file would have it. */
export const countries = {
  countryOf: (network) => COUNTRIES[network.length * 7 + (network.charCodeAt(1) % 9)] ?? 'DE',
};

/**
 * Returns a function that makes the next click. `codes`: the links with the most clicks; the codes of the others are
 * made up. Rank r is drawn in proportion to 1 / r.
 * @param {{ appId: string, codes: string[], clicks: number, end: number }} year `end`: milliseconds since 1970
 */
export function clicksOfYear({ appId, codes, clicks, end }) {
  const next = randomFrom(7);
  const one = (list) => list[Math.floor(next() * list.length)];
  const step = (DAYS * DAY_MS) / clicks;
  let at = end - DAYS * DAY_MS;
  const rank = () => Math.floor(Math.exp(next() * Math.log(LINKS)));
  return () => {
    at += step;
    const index = rank() - 1;
    const number = Math.floor(next() ** 2 * NETWORKS);
    const isBot = next() < 0.1;
    const agent = isBot ? BOT : AGENTS[number % AGENTS.length];
    return {
      at: Math.floor(at),
      code: codes[index] ?? `x${index.toString(36).padStart(7, '0')}`,
      appId,
      outcome: next() < 0.8 ? 'redirect' : 'open-app',
      kind: agent.kind,
      device: isBot ? 'desktop' : DEVICES[number % DEVICES.length],
      agent,
      language: LANGUAGES[number % LANGUAGES.length],
      referrer: one(REFERRERS),
      campaign: next() < 0.7 ? NO_CAMPAIGN : one(CAMPAIGNS),
      network: `${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
      isHashed: !isBot,
    };
  };
}
