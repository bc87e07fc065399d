import '../../components/mantine-more.css';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../components/page.tsx';
import { clicks as words } from '../../texts/clicks.ts';
import { ClicksView } from './clicks-view.tsx';

/** The clicks of all links of an app. */
export function ClicksPage() {
  const search = useSearch({ from: '/signed-in/$app/clicks' });
  const navigate = useNavigate({ from: '/$app/clicks' });
  return (
    <Page title={words.title} lead={words.lead}>
      <ClicksView
        search={search}
        onSearch={(change) =>
          void navigate({ search: (current) => change(current), resetScroll: false })
        }
      />
    </Page>
  );
}
