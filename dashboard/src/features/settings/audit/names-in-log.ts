import type { AuditEntry } from '../../../api/types.ts';
import { subjectOf } from './sentence.ts';

/** The names of members in the log, by id; it includes former members. */
export function namesInLog(entries: readonly AuditEntry[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const note = (id: string, name: unknown): void => {
    // The newest entry comes first and has the current name.
    if (typeof name === 'string' && name !== '' && !names.has(id)) names.set(id, name);
  };
  for (const { what, by, by_name: byName, before, after } of entries) {
    if (by.startsWith('mem_')) note(by, byName);
    const { kind, id } = subjectOf(what);
    if (kind === 'member') note(id, after?.email ?? before?.email);
  }
  return names;
}
