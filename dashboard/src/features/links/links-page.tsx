import { Alert, Button } from '@mantine/core';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { SearchX, TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { useApp } from '../../api/session.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { Empty } from '../../components/empty.tsx';
import { Page } from '../../components/page.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { FirstSteps } from '../first-steps/first-steps.tsx';
import { links as linksTexts } from '../../texts/links.ts';
import { LinksFilters } from './list/links-filters.tsx';
import { LinksList } from './list/links-list.tsx';
import { isFiltered, searchQuery, withParameter, type ListSearch } from './list/list-search.ts';
import { ListSkeleton } from './list/list-skeleton.tsx';
import { NoLinks } from './list/no-links.tsx';
import { useLinks } from './list/use-links.ts';

export function LinksPage() {
  const app = useApp();
  const search = useSearch({ from: '/signed-in/$app/links' });
  const navigate = useNavigate({ from: '/$app/links' });
  const { pages, unsorted } = useLinks(app, search);
  const router = useRouter();
  const show = (next: ListSearch, { replace }: { readonly replace: boolean }): void => {
    // The last input can arrive when the user has already opened a link.
    if (!router.latestLocation.pathname.endsWith('/links')) return;
    // Each keystroke replaces the history entry, so that "back" leaves the search.
    void navigate({ search: next, replace, resetScroll: false });
  };
  const input = useRef<HTMLInputElement>(null);
  const clear = (): void => {
    show({}, { replace: false });
    // The button disappears with the filters, so the search field gets the focus.
    input.current?.focus();
  };
  const nothing =
    pages.data !== undefined &&
    !pages.hasNextPage &&
    pages.data.pages.every(({ smartlinks }) => smartlinks.length === 0);
  const filtered = isFiltered(search);
  const newLink = <CreateButton to="/$app/links/new" label={linksTexts.newLink} />;
  return (
    <Page title={linksTexts.title} width={1600} actions={newLink}>
      <FirstSteps
        key={`first steps of ${app}`}
        isReady={pages.data !== undefined}
        isAlone={nothing && !filtered}
      />
      {(!nothing || filtered) && (
        <LinksFilters key={app} search={search} input={input} onChange={show} onClear={clear} />
      )}
      {unsorted !== undefined && (
        <Alert color="orange" icon={<TriangleAlert size={18} />} title={linksTexts.unsorted}>
          {unsorted === 'off' ? linksTexts.unsortedOff : linksTexts.unsortedUnavailable}
        </Alert>
      )}
      {pages.isPending && <ListSkeleton />}
      {pages.isError && pages.data === undefined && (
        <ErrorAlert error={pages.error} retry={() => void pages.refetch()} />
      )}
      {nothing && filtered && (
        <Empty icon={SearchX} title={linksTexts.noMatch} text={linksTexts.noMatchText}>
          <Button variant="default" onClick={clear}>
            {linksTexts.clearFilters}
          </Button>
        </Empty>
      )}
      {nothing && !filtered && <NoLinks />}
      {pages.data !== undefined && !nothing && (
        <LinksList
          key={JSON.stringify([app, searchQuery(withParameter(search, 'sort', null))])}
          pages={pages}
          filtered={filtered}
          search={unsorted === undefined ? search : withParameter(search, 'sort', null)}
          onSort={(sort) => show(withParameter(search, 'sort', sort), { replace: false })}
        />
      )}
    </Page>
  );
}
