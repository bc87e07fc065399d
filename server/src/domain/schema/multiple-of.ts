/** Whether `value` is a multiple of `step`, calculated with their decimal digits: 0.3 is a multiple of 0.1. */
export function isMultipleOf(value: number, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
  const [[a, ofA], [b, ofB]] = [decimal(value), decimal(step)];
  // The exponents differ by at most 650, so the numbers stay small.
  const least = Math.min(ofA, ofB);
  return (a * 10n ** BigInt(ofA - least)) % (b * 10n ** BigInt(ofB - least)) === 0n;
}

/** The digits of a number, and the exponent of ten by which they are multiplied. */
function decimal(value: number): readonly [digits: bigint, exponent: number] {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
