import { readNetworkFile } from '../../../storage/clicks/network-file.ts';
import { error, warning, type Finding } from './finding.ts';

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
