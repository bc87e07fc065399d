import { useInfiniteQuery } from '@tanstack/react-query';
import { useApp } from '../../../api/session.ts';
import { useTokensById } from '../../../api/tokens-query.ts';
import { actorName } from '../../../components/actor-name.ts';
import { shortTime } from '../../../lib/time.ts';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';
import { versionsQuery } from '../document/metadata-api.ts';

/** Says who saved the last version, and when. */
export function SavedBy({ code }: { readonly code: string }) {
  const newest = useInfiniteQuery(versionsQuery(useApp(), code)).data?.pages[0]?.versions[0];
  const tokens = useTokensById();
  if (newest === undefined) return null;
  const { by, by_name: name, at } = newest;
  return metadataTexts.savedBy(actorName(by, name, tokens), shortTime(at, Date.now()));
}
