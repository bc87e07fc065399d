import { isNoRecord, resolving } from '../resolver.ts';

/** The TXT records of a name, each in one piece; undefined if DNS did not respond. */
export type TxtLookup = (name: string) => Promise<readonly string[] | undefined>;

/** Looks up TXT records. `servers`: as for `resolving`. */
export function txtLookup(servers: readonly string[]): TxtLookup {
  return async (name) => {
    try {
      const records = await resolving(servers, (resolver) => resolver.resolveTxt(name));
      return records.map((parts) => parts.join(''));
    } catch (error) {
      return isNoRecord(error) ? [] : undefined;
    }
  };
}
