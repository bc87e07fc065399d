import type { AuditEntry } from '../../../api/types.ts';
import { subjectOf } from './sentence.ts';

/** What the log itself calls members, by their ids: it remembers those who are none any more. */
export function namesInLog(entries: readonly AuditEntry[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const note = (id: string, name: unknown): void => {
    // The youngest entry comes first, and has the name of today.
    if (typeof name === 'string' && name !== '' && !names.has(id)) names.set(id, name);
  };
  for (const { what, by, by_name: byName, before, after } of entries) {
    if (by.startsWith('mem_')) note(by, byName);
    const { kind, id } = subjectOf(what);
    if (kind === 'member') note(id, after?.email ?? before?.email);
  }
  return names;
}
