import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Link } from '../../api/types.ts';
import { ClicksView } from './clicks-view.tsx';

/** The clicks of a link. */
export function ClicksTab({ link }: { readonly link: Link }) {
  const { tab: _, ...search } = useSearch({ from: '/signed-in/$app/links/$code' });
  const navigate = useNavigate({ from: '/$app/links/$code' });
  return (
    <ClicksView
      link={link}
      search={search}
      onSearch={(change) =>
        void navigate({
          search: ({ tab: shown, ...current }) => ({ tab: shown, ...change(current) }),
          resetScroll: false,
        })
      }
    />
  );
}
