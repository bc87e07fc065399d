import { existsSync } from 'node:fs';
import type { Config } from '../../../config.ts';
import { pathOf } from '../../../storage/backups/write-files.ts';
import { readNetworkFile } from '../../../storage/clicks/network-file.ts';
import { clicksUrlOf } from '../../../storage/clicks/open-clicks.ts';
import { StoreUnavailable } from '../../../storage/database.ts';
import type { Context } from '../../context.ts';
import { error, warning, type Finding } from './finding.ts';

const CHECK_SERVER = 'check CLICKS_URL; the start of the service creates the tables';
const CHECK_FILE =
  'check the owner of the file and its folder; if the file is damaged, restore a backup, or move it away: the start of the service creates a new one';

/** Checks that the click store can be read. A file is created by the first start. */
export async function examineClicks(
  { clicks }: Context,
  { clicksUrl: url, databaseUrl }: Config,
): Promise<Finding[]> {
  if (!clicks) return leftFile(pathOf(url ?? clicksUrlOf(databaseUrl)));
  const [file] = clicks.files;
  if (file === undefined ? url === undefined : !existsSync(file)) return [];
  const { location } = clicks;
  const store = file === undefined ? `CLICKS_URL, ${location},` : `the clicks in ${location}`;
  try {
    await clicks.reader.totals({ app: '', codes: [] });
    return [{ level: 'ok', what: `clicks are stored in ${location}` }];
  } catch (thrown) {
    if (!(thrown instanceof StoreUnavailable)) throw thrown;
    if (file !== undefined && thrown.reason === 'NOT_MIGRATED') return [];
    return [
      warning(
        `${store} cannot be read: ${thrown.message}`,
        `${file === undefined ? CHECK_SERVER : CHECK_FILE}. Until then, visits are answered, but their clicks are lost`,
      ),
    ];
  }
}

/** What was recorded before `CLICKS` was off: nothing deletes it. */
function leftFile(path: string | undefined): Finding[] {
  if (path === undefined || !existsSync(path)) return [];
  return [
    warning(
      `CLICKS is off, so the clicks in ${path} are kept, with the hashes of the last visitors`,
      `stop the service and delete ${path}, ${path}-wal and ${path}-shm, or set CLICKS=on, with which old data is deleted`,
    ),
  ];
}

/** Checks the file of `CLICKS_DATA_CENTER_FILE`; undefined: there is none. */
export function examineDataCenters(file: string | undefined): Finding[] {
  if (file === undefined) return [];
  const name = 'CLICKS_DATA_CENTER_FILE';
  try {
    const { size } = readNetworkFile(file);
    if (size > 0) return [{ level: 'ok', what: `${name} has ${size} networks` }];
    const what = `${name}, ${file}, has no networks, so no visit counts as one from a data center`;
    return [warning(what, 'download the networks of providers into it')];
  } catch (thrown) {
    return [
      error(
        `${name}, ${file}, cannot be used: ${(thrown as Error).message}`,
        'correct the file; a running service uses the networks that it read before',
      ),
    ];
  }
}
