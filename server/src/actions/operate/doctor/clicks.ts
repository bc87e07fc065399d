import { StoreUnavailable } from '../../../storage/database.ts';
import type { Context } from '../../context.ts';
import type { Finding } from './finding.ts';

/** Checks that the store of `CLICKS_URL` can be read. A file is created by the first start. */
export async function examineClicks(
  { clicks }: Context,
  url: string | undefined,
): Promise<Finding[]> {
  if (!clicks || url === undefined || clicks.files.length > 0) return [];
  try {
    await clicks.reader.totals({ app: '', codes: [] });
    return [{ level: 'ok', what: `clicks are stored in ${clicks.location}` }];
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return [
      {
        level: 'warning',
        what: `CLICKS_URL, ${clicks.location}, cannot be read: ${error.message}`,
        advice:
          'check the address; the start of the service creates the tables. Until then, visits are answered, but their clicks are lost',
      },
    ];
  }
}
