import * as fc from 'fast-check';

const REFUSED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** A string as JSON in a random notation: unchanged, escaped, or with unnecessary escapes. */
const stringText: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      { weight: 6, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
      { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('', '__proto__', 'constructor', '\0', '\ud800', '🎁'),
      },
    ),
    fc.constantFrom('plain', 'plain', 'plain', 'escaped', 'solidus'),
  )
  .map(([text, how]) => {
    const json = JSON.stringify(text);
    if (how === 'solidus') return json.replaceAll('/', '\\/');
    if (how === 'plain') return json;
    const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
    return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`;
  });

const numberText: fc.Arbitrary<string> = fc.oneof(
  fc.integer().map(String),
  fc.maxSafeInteger().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => JSON.stringify(n)),
  fc
    .tuple(fc.integer({ min: -999, max: 999 }), fc.nat(30), fc.integer({ min: -30, max: 30 }))
    .map(([whole, fraction, exponent]) => `${whole}.${fraction}e${exponent}`),
  fc.constantFrom(
    '-0',
    '0.0',
    '1E+2',
    '1e400',
    '9007199254740993',
    '1e-400',
    '0.1234567890123456789',
    '1.10',
    '0.1',
    '1e15',
    '1e22',
  ),
);

const space = fc.constantFrom('', '', '', ' ', '\n', '\t ', '\r\n');

/** JSON texts of metadata: mostly valid, with every kind of error. */
export const metadataTexts: fc.Arbitrary<string> = (() => {
  const { object } = fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      { weight: 40, arbitrary: stringText },
      { weight: 30, arbitrary: numberText },
      { weight: 1, arbitrary: fc.constantFrom('true', 'false', 'null') },
      { weight: 20, arbitrary: tie('array') },
      { weight: 1, arbitrary: tie('object') },
    ),
    array: fc
      .tuple(space, fc.array(fc.oneof(tie('value'), tie('object')), { maxLength: 4 }))
      .map(([gap, items]) => `[${gap}${items.join(`${gap},${gap}`)}${gap}]`),
    object: fc
      .tuple(space, fc.array(fc.tuple(stringText, tie('value')), { maxLength: 4 }))
      .map(([gap, pairs]) => {
        const members = pairs.map(([key, value]) => `${key}${gap}:${gap}${value}`);
        return `{${gap}${members.join(`${gap},`)}${gap}}`;
      }),
  }));
  return object;
})();

/**
 * Returns why the service must reject a document, or undefined. The rule is implemented
 * independently of the service.
 */
export function mustRefuse(text: string): string | undefined {
  // The parsed value has a duplicate key once, the text twice.
  const members = text.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length ?? 0;
  let keys = 0;
  const look = (value: unknown, inArray: boolean, top: boolean): string | undefined => {
    if (typeof value === 'string') return stringIssue(value);
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) return 'overflow';
      const lossy = Number.isInteger(value) && Math.abs(value) > Number.MAX_SAFE_INTEGER;
      return lossy ? 'a whole number that is too large' : undefined;
    }
    if (Array.isArray(value)) return firstOf(value, (item) => look(item, true, false));
    if (typeof value !== 'object' || value === null) return String(value);
    if (!inArray && !top) return 'an object as a value';
    return firstOf(Object.entries(value), ([key, item]) => {
      keys++;
      if (REFUSED_KEYS.has(key)) return key;
      return stringIssue(key) ?? look(item, false, false);
    });
  };
  const reason = look(JSON.parse(text), false, true) ?? lossyNumber(text);
  return reason ?? (keys === members ? undefined : 'duplicate keys');
}

/** Whether a number changes when it is parsed: compared exactly, as integers times powers of ten. */
function lossyNumber(text: string): string | undefined {
  const numbers = text.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? [];
  return numbers.find((source) => {
    // It overflows.
    if (!Number.isFinite(Number(source))) return true;
    const [sent, kept] = [scaled(source), scaled(String(Number(source)))];
    const least = Math.min(sent.power, kept.power);
    const whole = ({ digits, power }: typeof sent) => digits * 10n ** BigInt(power - least);
    return whole(sent) !== whole(kept);
  });
}

function scaled(source: string): { digits: bigint; power: number } {
  const [mantissa = '', exponent = '0'] = source.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), power: Number(exponent) - fraction.length };
}

function stringIssue(text: string): string | undefined {
  return text.includes('\0') ? 'NUL' : text.isWellFormed() ? undefined : 'half a character';
}

function firstOf<T>(list: readonly T[], look: (item: T) => string | undefined): string | undefined {
  for (const item of list) {
    const found = look(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
