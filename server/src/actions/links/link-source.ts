import {
  findExternalCode,
  findLink,
  findUniqueCode,
  type StoredLink,
} from '../../storage/links.ts';
import { loadOverrides } from '../../storage/routed-links.ts';
import type { RoutedLink } from '../../domain/template/rebuilt-link.ts';
import type { Reader } from '../../storage/database.ts';

/** The links that a new or changed link can be in conflict with. */
export interface LinkSource {
  readonly reader: Reader;
  findExternalCode(externalId: string): Promise<string | undefined>;
  /** The code of the unique link of a URI, by its `uniqueKeyOf`. */
  findUniqueCode(uniqueKey: string): Promise<string | undefined>;
  findLink(code: string): Promise<StoredLink | undefined>;
  /** The routes of the request that created a link. */
  findOverrides(code: string): Promise<RoutedLink['overrides'] | undefined>;
}

/** The links of an app in the database. `reader`: the database or a transaction. */
export function storedLinks(reader: Reader, appId: string): LinkSource {
  return {
    reader,
    findExternalCode: (externalId) => findExternalCode(reader, appId, externalId),
    findUniqueCode: (uniqueKey) => findUniqueCode(reader, appId, uniqueKey),
    findLink: (code) => findLink(reader, code),
    findOverrides: async (code) => (await loadOverrides(reader, [code])).get(code),
  };
}
