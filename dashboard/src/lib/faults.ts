import { isProblem, type Fault } from '../api/problem.ts';

/** The faults that the service found in what was sent; none where it had another problem. */
export function faultsOf(error: unknown): readonly Fault[] {
  return isProblem(error) ? error.faults : [];
}

/** What is wrong at a place or below it, in one sentence; undefined where nothing is. */
export function faultAt(faults: readonly Fault[], pointer: string): string | undefined {
  const found = faults.filter(
    (fault) => fault.pointer === pointer || fault.pointer.startsWith(`${pointer}/`),
  );
  if (found.length === 0) return undefined;
  return [...new Set(found.map(({ detail }) => sentence(detail)))].join(' ');
}

/** The service's faults finish a sentence: "must be a path" becomes "Must be a path." */
export function sentence(detail: string): string {
  const text = capitalised(detail);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** With a capital letter in front, unless an address stands there. */
export function capitalised(text: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? text
    : text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The error without the faults that stand beside their fields; undefined where nothing is left of
 * it. `shown`: the places that have a field.
 */
export function withoutShown(error: unknown, shown: readonly string[]): unknown {
  const faults = faultsOf(error);
  if (faults.length === 0) return error ?? undefined;
  const hasField = ({ pointer }: Fault): boolean =>
    shown.some((place) => pointer === place || pointer.startsWith(`${place}/`));
  return faults.every(hasField) ? undefined : error;
}
