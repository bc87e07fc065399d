export interface LimitTexts {
  readonly number: Readonly<
    Record<'least' | 'most' | 'above' | 'below' | 'multiple', (limit: number) => string>
  >;
  readonly characters: SizeTexts;
  readonly entries: SizeTexts;
  readonly keys: SizeTexts;
}

export interface SizeTexts {
  least(limit: number): string;
  most(limit: number): string;
}

/** For members and server tokens. */
export const TEXTS: LimitTexts = {
  number: {
    least: (limit) => `must be at least ${limit}`,
    most: (limit) => `must be at most ${limit}`,
    above: (limit) => `must be more than ${limit}`,
    below: (limit) => `must be less than ${limit}`,
    multiple: (limit) => `must be a multiple of ${limit}`,
  },
  characters: sizeTexts('character', 'characters'),
  entries: sizeTexts('entry', 'entries'),
  keys: sizeTexts('key', 'keys'),
};

function sizeTexts(one: string, many: string): SizeTexts {
  const counted = (count: number) => (count === 1 ? `1 ${one}` : `${count} ${many}`);
  return {
    least: (limit) => `must have at least ${counted(limit)}`,
    most: (limit) => `must have at most ${counted(limit)}`,
  };
}

/** For holders of public tokens: without the limits. */
export const PUBLIC_TEXTS: LimitTexts = {
  number: {
    least: () => 'is too small',
    most: () => 'is too large',
    above: () => 'is too small',
    below: () => 'is too large',
    multiple: () => 'is not a multiple of the required number',
  },
  characters: { least: () => 'is too short', most: () => 'is too long' },
  entries: { least: () => 'has too few entries', most: () => 'has too many entries' },
  keys: { least: () => 'has too few keys', most: () => 'has too many keys' },
};
