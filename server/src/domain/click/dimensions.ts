import { pointer, type Refused } from '../text/issue.ts';
import { unknownName } from '../text/schema.ts';
import { DIMENSIONS, type Dimension } from './click.ts';

/** Reads dimensions from text with commas, such as `country,browser`. */
export function readDimensions(text: string | undefined): Dimension[] | Refused {
  const names = new Set((text ?? '').split(',').filter((name) => name !== ''));
  const known: readonly string[] = DIMENSIONS;
  const issues = [...names]
    .filter((name) => !known.includes(name))
    .map((name) => ({
      pointer: pointer('query', 'by'),
      detail: unknownName('dimension', name, DIMENSIONS),
    }));
  return issues.length > 0 ? { issues } : ([...names] as Dimension[]);
}
