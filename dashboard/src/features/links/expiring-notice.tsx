import { useQuery } from '@tanstack/react-query';
import { get } from '../../api/call.ts';
import { useApp } from '../../api/session.ts';
import { TextLink } from '../../components/link.tsx';
import { links as linksTexts } from '../../texts/links.ts';

const DAYS = 7;

/** Says how many links end soon, and shows them. `isReady`: only then it is requested. */
export function ExpiringNotice({ isReady }: { readonly isReady: boolean }) {
  const app = useApp();
  const found = useQuery({
    // Not below `links`, whose entries are pages of the list.
    queryKey: ['expiring', app],
    queryFn: ({ signal }) => get('expiring-links', { app, query: { days: DAYS }, signal }),
    enabled: isReady,
    staleTime: 60_000,
    // The page is complete without it.
    retry: false,
  }).data;
  if (found === undefined || found.count === 0) return null;
  return (
    <TextLink
      to="/$app/links"
      params={{ app }}
      search={{ state: 'active', expires_within_days: String(DAYS) }}
      size="sm"
      className="tap"
    >
      {linksTexts.validity.ending(found.count, found.more, DAYS)}
    </TextLink>
  );
}
