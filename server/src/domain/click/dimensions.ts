import { pointer, type Refused } from '../text/issue.ts';
import { DIMENSIONS, type Dimension } from './click.ts';

/** The dimensions that are counted by quarter-hours. All others are counted by UTC days only. */
export const SLOT_DIMENSIONS = ['kind', 'outcome', 'platform'] as const;

export function isSlotDimension(name: Dimension): boolean {
  return (SLOT_DIMENSIONS as readonly Dimension[]).includes(name);
}

/** Reads dimensions from text with commas, such as `country,browser`. */
export function readDimensions(text: string | undefined): Dimension[] | Refused {
  const names = new Set((text ?? '').split(',').filter((name) => name !== ''));
  const known: readonly string[] = DIMENSIONS;
  const issues = [...names]
    .filter((name) => !known.includes(name))
    .map((name) => ({
      pointer: pointer('query', 'by'),
      detail: `unknown dimension "${name}"; the dimensions are ${DIMENSIONS.join(', ')}`,
    }));
  return issues.length > 0 ? { issues } : ([...names] as Dimension[]);
}
