/** The largest limit that the service stores. */
const MAX_LIMIT = 2_147_483_647;

/** What a field for a limit contains: a valid limit as a number, '' for no limit, or any other text as typed. */
export type LimitValue = number | string;

/** Reads what was typed. Nothing is corrected: text that is no limit stays text. */
export function limitOf(text: string): LimitValue {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  return /^[1-9]\d{0,9}$/.test(trimmed) && Number(trimmed) <= MAX_LIMIT ? Number(trimmed) : text;
}

/** Can it be saved? */
export function isLimit(value: LimitValue): value is number | '' {
  return typeof value === 'number' || value === '';
}
