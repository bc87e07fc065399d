import { isProblem } from '../../api/problem.ts';
import type { AppStore, AppVersion } from '../../api/save-part.ts';
import { isSameValue } from '../../lib/json-value.ts';

interface Removal {
  /** Was it removed? False: someone else changed it, so the user should review it. */
  readonly done: boolean;
  readonly version: AppVersion;
}

/** Removes a template from the list and keeps other changes. */
export async function removeTemplate(
  store: AppStore,
  base: AppVersion,
  name: string,
): Promise<Removal> {
  const inside = ({ data }: AppVersion) => data.templates.find((known) => known.name === name);
  try {
    const templates = base.data.templates.filter((known) => known.name !== name);
    return { done: true, version: (await store.write({ templates }, base.etag)).version };
  } catch (error) {
    if (!isProblem(error, 'precondition_failed')) throw error;
  }
  const version = await store.read();
  const theirs = inside(version);
  if (theirs === undefined) return { done: true, version };
  if (!isSameValue(theirs, inside(base))) return { done: false, version };
  return removeTemplate(store, version, name);
}
