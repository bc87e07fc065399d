import type { Fault } from '../../api/problem.ts';

export interface PlacedFaults {
  /** What is wrong with each field, by its pointer. */
  readonly at: ReadonlyMap<string, string>;
  /** What belongs to no field. */
  readonly rest: readonly Fault[];
}

/**
 * Puts each fault beside the field that it is about: the one with its pointer, the one that holds its
 * place (`/tags` for `/tags/3`), else the first inside of its place (`/routes/web/link` for `/routes/web`).
 */
export function placeFaults(faults: readonly Fault[], fields: readonly string[]): PlacedFaults {
  const at = new Map<string, string>();
  const rest: Fault[] = [];
  for (const fault of faults) {
    const { pointer } = fault;
    const field =
      fields.find((known) => known === pointer) ??
      fields.find((known) => pointer.startsWith(`${known}/`)) ??
      fields.find((known) => pointer !== '' && known.startsWith(`${pointer}/`));
    if (field === undefined) {
      rest.push(fault);
      continue;
    }
    const inside = pointer.slice(field.length + 1).replaceAll('/', ' › ');
    const words =
      inside === '' ? sentence(fault.detail) : `“${unescaped(inside)}” ${ended(fault.detail)}`;
    const before = at.get(field);
    at.set(field, before === undefined ? words : `${before} ${words}`);
  }
  return { at, rest };
}

/** The service's words finish "the field …"; beside the field they begin a sentence. */
function sentence(detail: string): string {
  return ended(detail.charAt(0).toUpperCase() + detail.slice(1));
}

function ended(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

function unescaped(pointer: string): string {
  return pointer.replaceAll('~1', '/').replaceAll('~0', '~');
}
