import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { actorName } from '../../../components/actor-name.ts';
import { shortTime } from '../../../lib/time.ts';
import { metadata as words } from '../../../texts/metadata.ts';
import { tokenNamesQuery } from '../../links/link/names-query.ts';
import { versionsQuery } from '../document/metadata-api.ts';

interface WhoSavedProps {
  readonly app: string;
  readonly code: string;
}

/** Who saved the last version, and when. */
export function SavedBy({ app, code }: WhoSavedProps) {
  const newest = useInfiniteQuery(versionsQuery(app, code)).data?.pages[0]?.versions[0];
  const tokens = useQuery(tokenNamesQuery(app)).data;
  if (newest === undefined) return null;
  const { by, by_name: name, at } = newest;
  return words.savedBy(actorName(by, name, tokens), shortTime(at, Date.now()));
}
