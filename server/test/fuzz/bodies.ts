import { createGeneratorSync, type JsonSchema } from 'json-schema-faker';
import { MAX_JSON_DEPTH } from '../../src/domain/text/json.ts';
import {
  MALFORMED,
  PATHS,
  REFUSED_CHARACTERS,
  REFUSED_SCHEMES,
  spellings,
  WEB_ADDRESSES,
  words,
} from './bad-addresses.ts';
import { BAD_METADATA, GOOD_METADATA } from './bad-metadata.ts';
import type { ApiDocument } from './contract.ts';
import type { Random } from './random.ts';

/** What is sent, and what is known of it before it is. */
export interface Draft {
  readonly body: string | Buffer;
  /** Made by the rules for requests that have to succeed. */
  readonly good: boolean;
  /** It is JSON without duplicate keys that is small and shallow enough to be read. */
  readonly readable: boolean;
}

const PLATFORMS = ['web', 'iphone', 'ipad', 'universal', 'android'] as const;
const DEEP_SCHEMES = words('com.shop.app myapp fb123456 twitter x a+b-c.d JAVA data2');
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const VICIOUS = [...REFUSED_SCHEMES.flatMap(spellings), ...MALFORMED];
const METADATA = [...GOOD_METADATA, ...BAD_METADATA.map(([text]) => text)];

/** Bodies that fit the document's own schema, made from it; slow to make, so made once. */
export function fromDocument(document: ApiDocument, seed: number, count: number): unknown[] {
  const { schemas } = document.components;
  const generators = [4, 24, 300].map((maxLength, i) =>
    createGeneratorSync({ seed: seed + i, maxLength, optionalsProbability: 0.5, refDepthMax: 5 }),
  );
  const schema = { ...schemas.LinkRequest, components: { schemas } } as JsonSchema;
  return Array.from({ length: count }, (_, i) =>
    generators[i % generators.length]?.generate(schema),
  );
}

/** Makes bodies of all kinds for requests to create a link. */
export class Bodies {
  readonly #pool: readonly unknown[];

  constructor(document: ApiDocument, seed: number) {
    this.#pool = fromDocument(document, seed, 400);
  }

  draft(random: Random): Draft {
    const kind = random.next();
    if (kind < 0.3) {
      return { body: JSON.stringify(goodRequest(random)), good: true, readable: true };
    }
    const start = random.chance(0.5)
      ? goodRequest(random)
      : structuredClone(random.pick(this.#pool));
    if (kind < 0.4) return { body: JSON.stringify(start), good: false, readable: true };
    const value = mutated(random, start);
    const whole = JSON.stringify(value) ?? 'null';
    // Mutations can multiply; more than a few times the limit says nothing new.
    const text = whole.length > 200_000 ? `{"uri":"a","x":"${'x'.repeat(70_000)}"}` : whole;
    const readable = text.length < 60_000 && depthOf(value) <= MAX_JSON_DEPTH;
    if (kind < 0.85) return { body: text, good: false, readable };
    return { body: spoiled(random, text), good: false, readable: false };
  }
}

function path(random: Random): string {
  const segment = (): string =>
    random.chance(0.8)
      ? random.letters(1, 10, `${LETTERS}-_~`)
      : random.pick(['%20', 'ü', '製品', '🎁', '%E2%82%AC', 'a.b', "it's", '=', '+', '!']);
  const slash = random.chance(0.4) ? '/' : '';
  const query = random.chance(0.3) ? `?${segment()}=${segment()}&x=${segment()}` : '';
  const fragment = random.chance(0.1) ? `#${segment()}` : '';
  const start = random.chance(0.3) ? random.pick(['products/', 'shops/', 'files/', 'a/b/']) : '';
  return slash + start + random.many(1, 5, segment).join('/') + query + fragment;
}

const web = (random: Random): string => {
  const host = random.many(1, 3, () => random.letters(1, 8, LETTERS)).join('.');
  const rest = path(random);
  return `http${random.pick(['', 's'])}://h${host}.example/${rest.startsWith('/') ? rest.slice(1) : rest}`;
};
const deep = (random: Random): string =>
  `${random.pick(DEEP_SCHEMES)}://${random.letters(1, 9, LETTERS)}/${path(random)}`;

/** A request that breaks no rule. */
export function goodRequest(random: Random): Record<string, unknown> {
  const uri = random.pick([path, web, deep])(random);
  const routes = Object.fromEntries(
    PLATFORMS.filter(() => random.chance(0.4)).map((platform) => {
      const link = platform === 'web' || random.chance(0.5) ? web(random) : deep(random);
      const fallback = random.pick(['', web(random), 'market://details?id=a', 'itms-apps://x/y']);
      const both = { link, fallback };
      return [platform, random.pick([both, both, { link }, { fallback }, {}])];
    }),
  );
  const metadata = (): unknown => JSON.parse(random.pick(GOOD_METADATA.slice(0, -6)));
  return {
    uri,
    ...(random.chance(0.5) ? { routes } : {}),
    ...(random.chance(0.4) ? { metadata: metadata() } : {}),
    ...(random.chance(0.3) ? { unique: random.chance(0.8) } : {}),
    ...(random.chance(0.3) ? { redeem_limit: random.pick([1, 2, 100, 2_147_483_647]) } : {}),
  };
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** A value with one to four changes somewhere in it. */
export function mutated(random: Random, start: unknown): unknown {
  return random
    .many(1, 4, () => random.pick(MUTATIONS))
    .reduce<unknown>((whole, mutate) => somewhere(random, whole, mutate), start);
}

type Mutation = (value: unknown, random: Random) => unknown;

/** Puts `mutate` to work at a random place of a value. */
function somewhere(random: Random, value: unknown, mutate: Mutation): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.2))
    return mutate(value, random);
  const keys = Object.keys(value);
  if (keys.length === 0) return mutate(value, random);
  const key = random.pick(keys);
  const inner = (value as Record<string, unknown>)[key];
  const changed = somewhere(random, inner, mutate);
  if (Array.isArray(value)) return value.with(Number(key), changed);
  return { ...value, [key]: changed };
}

const NAMES =
  'uri URI routes metadata unique redeem_limit redeemLimit web ios link fallback toString';
const MUTATIONS: readonly Mutation[] = [
  (_, random) => random.pick([null, true, false, 0, -1, 1.5, '', [], {}, [[]], 'x', 1e21]),
  (_, random) =>
    random.pick([1e308, -1e308, 2 ** 53, 2 ** 31, -0, 5e-324, Number.MAX_SAFE_INTEGER]),
  (_, random) => random.text(),
  (_, random) => random.pick(VICIOUS),
  (_, random) => random.pick(PATHS),
  (_, random) => random.pick(WEB_ADDRESSES),
  (_, random) => `products/${random.pick(REFUSED_CHARACTERS)}`,
  (_, random) => JSON.parse(random.pick(METADATA)) as unknown,
  (value) => [value],
  (value) => ({ value }),
  (value, random) => random.many(0, 40, () => value),
  (value) => (typeof value === 'string' ? value.repeat(300).slice(0, 5000) : [value, value]),
  (value, random) => {
    if (typeof value !== 'string') return random.text();
    const at = random.int(0, value.length);
    return value.slice(0, at) + random.text(3) + value.slice(at + random.int(0, 2));
  },
  (value, random) => ({ ...Object(value), [random.pick(NAMES.split(' '))]: random.text(5) }),
  (value, random) => ({ ...Object(value), [random.text(8)]: random.int(-5, 5) }),
  (value, random) => Object.fromEntries(Object.entries(Object(value)).slice(random.int(0, 1))),
  (value, random) => {
    let nested = value;
    for (let i = random.int(1, 70); i > 0; i--)
      nested = random.chance(0.5) ? [nested] : { a: nested };
    return nested;
  },
];

/** A text that no JSON library would write. */
export function spoiled(random: Random, text: string): string | Buffer {
  return random.pick(SPOILERS)(random, text);
}

type Spoiler = (random: Random, text: string) => string | Buffer;

/** Changes to text rather than to values. */
const SPOILERS: readonly Spoiler[] = [
  (random, text) => text.slice(0, random.int(0, text.length)),
  (random, text) => text + random.pick([']', '}', ',', '\0', 'x', text, ' ', '//']),
  (random, text) => {
    const bytes = Buffer.from(text);
    for (let i = random.int(1, 5); i > 0; i--)
      bytes[random.int(0, bytes.length - 1)] = random.int(0, 255);
    return bytes;
  },
  (random) => random.bytes(200),
  (random) => random.text(200),
  (random, text) =>
    text.replace(/\d+/, random.pick(['1e400', '-1e999', '9'.repeat(400), '01', '-', 'NaN'])),
  (_, text) => text.replace(/("(?:[^"\\]|\\.)*":)/, '$10,$1'),
  (_, text) => `\ufeff${text}`,
  (_, text) => Buffer.from(text, 'utf16le'),
  (_, text) => Buffer.from(text, 'latin1'),
  (random, text) => text.replace(/,/, `,${' '.repeat(random.int(0, 100_000))}`),
  (random) => random.pick(['[', '{"a":', '[{"uri":']).repeat(random.int(1, 5000)),
  (random, text) => `{"uri":"a","metadata":${random.pick(METADATA)},"x":${text}}`,
  (random) => `{"uri":"a","metadata":${random.pick(METADATA)}}`,
  (random, text) => text.padEnd(random.int(65_500, 65_570)),
  () => '',
];
