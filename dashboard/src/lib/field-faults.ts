import { isProblem } from '../api/problem.ts';

/** JSON pointers of what is sent, and the fields of the form that they came from. */
type Fields = Readonly<Record<string, string>>;

/** What the service says against the fields of a form, as sentences by field; empty where it says nothing. */
export function fieldFaults(error: unknown, fields: Fields): Record<string, string> {
  const told: Record<string, string> = {};
  if (!isProblem(error)) return told;
  for (const { pointer, detail } of error.faults) {
    const field = fields[pointer];
    if (field !== undefined) told[field] = sentence(detail);
  }
  return told;
}

/** The error, where it says something that belongs to no field; else nothing. */
export function beyondFields(error: unknown, fields: Fields): unknown {
  if (!isProblem(error) || error.faults.length === 0) return error;
  return error.faults.every(({ pointer }) => pointer in fields) ? null : error;
}

/** The service's words finish "the field …"; beside the field they stand alone. */
function sentence(detail: string): string {
  const text = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
