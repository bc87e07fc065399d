/** Whether `value` is a multiple of `step` in decimal digits: 0.3 is a multiple of 0.1. */
export function isMultipleOf(value: number, step: number): boolean {
  const [a, b] = [digitsOf(value), digitsOf(step)];
  const places = Math.max(a.places, b.places);
  const inPlaces = ({ digits, places: own }: Digits): bigint =>
    digits * 10n ** BigInt(places - own);
  return inPlaces(a) % inPlaces(b) === 0n;
}

/** `digits / 10 ** places`; a large number has negative places. */
interface Digits {
  readonly digits: bigint;
  readonly places: number;
}

function digitsOf(number: number): Digits {
  const [mantissa = '0', exponent = '0'] = String(number).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), places: fraction.length - Number(exponent) };
}
