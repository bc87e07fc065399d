import { isProblem } from '../../api/problem.ts';
import type { AppStore, AppVersion } from '../../api/save-part.ts';
import { isSameValue } from '../../lib/json-value.ts';

interface Removal {
  /** False: someone else changed the template, so it was not removed and the user should review it. */
  readonly done: boolean;
  readonly version: AppVersion;
}

/** Removes a template from the list; other changes by someone else are kept. */
export async function removeTemplate(
  store: AppStore,
  base: AppVersion,
  name: string,
): Promise<Removal> {
  const templateIn = ({ data }: AppVersion) => data.templates.find((one) => one.name === name);
  try {
    const templates = base.data.templates.filter((one) => one.name !== name);
    return { done: true, version: (await store.write({ templates }, base.etag)).version };
  } catch (error) {
    if (!isProblem(error, 'precondition_failed')) throw error;
  }
  const version = await store.read();
  const theirs = templateIn(version);
  if (theirs === undefined) return { done: true, version };
  if (!isSameValue(theirs, templateIn(base))) return { done: false, version };
  return removeTemplate(store, version, name);
}
