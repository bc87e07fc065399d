import { copied } from '../text/copied.ts';
import { shortened } from '../text/text.ts';
import { UNKNOWN } from './click.ts';

const PLAIN = /^[\x20-\x7e]*$/;
// Unassigned characters are left: to compile a pattern with all of them takes 50 ms.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * A text as a label of a table: without characters that are not visible, so that different labels look
 * different, and cropped. '' if it is what filters use for an unknown value, which is also in links of Google Analytics.
 */
export function label(text: string, maxLength: number): string {
  const visible = (PLAIN.test(text) ? text : text.replaceAll(INVISIBLE, '')).trim();
  if (visible === UNKNOWN) return '';
  return copied(shortened(visible, maxLength));
}
