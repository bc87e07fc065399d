import type { Random } from './random.ts';

type Body = Record<string, unknown>;

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null', 'date', ''];
const KEYS = ['a', 'coupon', '__proto__', 'constructor', '', 'ü', 'x'.repeat(300)];
/** Keywords that exist, and some that are refused. */
const KEYWORDS: readonly (readonly [string, (random: Random, levels: number) => unknown])[] = [
  [
    'type',
    (random) =>
      random.chance(0.8) ? random.pick(TYPES) : random.many(0, 3, () => random.pick(TYPES)),
  ],
  ['properties', (random, levels) => properties(random, levels)],
  ['required', (random) => random.many(0, 4, () => random.pick(KEYS))],
  [
    'additionalProperties',
    (random, levels) => (random.chance(0.5) ? random.chance(0.5) : schema(random, levels - 1)),
  ],
  ['items', (random, levels) => schema(random, levels - 1)],
  ['enum', (random) => random.many(0, 4, () => value(random, 2))],
  ['const', (random) => value(random, 2)],
  ['uniqueItems', (random) => random.pick([true, false, 1])],
  ['minimum', (random) => random.pick(BOUNDS)],
  ['exclusiveMaximum', (random) => random.pick(BOUNDS)],
  ['multipleOf', (random) => random.pick(BOUNDS)],
  ['maxLength', (random) => random.pick(BOUNDS)],
  ['minItems', (random) => random.pick(BOUNDS)],
  ['maxProperties', (random) => random.pick(BOUNDS)],
  ['description', (random) => random.text(40)],
  ['pattern', () => '(a+)+$'],
  ['$ref', () => '#'],
  ['__proto__', () => ({})],
];
const BOUNDS = [0, 1, -1, 3, 0.1, 1e-7, 1e21, 2 ** 53, '1', null];

/** A JSON schema for metadata; many of them are refused. */
export function schema(random: Random, levels = 3): unknown {
  if (levels <= 0 || random.chance(0.05)) return random.pick([{}, true, null, [], 'x']);
  const members = random.many(1, 4, () => {
    const [name, make] = random.pick(KEYWORDS);
    return [name, make(random, levels)] as const;
  });
  return Object.fromEntries(members);
}

function properties(random: Random, levels: number): Body {
  const members = random.many(0, 3, () => [random.pick(KEYS), schema(random, levels - 1)] as const);
  return Object.fromEntries(members);
}

function value(random: Random, levels: number): unknown {
  if (levels === 0 || random.chance(0.6)) {
    return random.pick([1, 0.1, -0, 'a', random.text(20), true, null, 1e21]);
  }
  if (random.chance(0.5)) return random.many(0, 3, () => value(random, levels - 1));
  const members = random.many(0, 3, () => [random.pick(KEYS), value(random, levels - 1)] as const);
  return Object.fromEntries(members);
}

/** A request to try a schema. */
export function schemaTrial(random: Random): Body {
  return {
    schema: schema(random, random.pick([2, 3, 20])),
    ...(random.chance(0.7) ? { value: value(random, 4) } : {}),
  };
}
