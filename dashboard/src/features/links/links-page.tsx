import { Alert, Button, Group } from '@mantine/core';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Download, SearchX, TriangleAlert, Upload, type LucideIcon } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { addressOf } from '../../api/call.ts';
import { useApp, useMay } from '../../api/session.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { Empty } from '../../components/empty.tsx';
import { ButtonLink } from '../../components/link.tsx';
import { Page } from '../../components/page.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { usePhone } from '../../components/use-phone.ts';
import { FirstSteps } from '../first-steps/first-steps.tsx';
import { useSettledSteps } from '../first-steps/use-settled-steps.ts';
import { links as linksTexts } from '../../texts/links.ts';
import { DisabledNotice } from '../settings/webhooks/disabled-notice.tsx';
import { ExpiringNotice } from './expiring-notice.tsx';
import { LinksFilters } from './list/links-filters.tsx';
import { LinksList } from './list/links-list.tsx';
import {
  isFiltered,
  searchQuery,
  withParameter,
  type ListSearch,
  type SearchChange,
} from './list/list-search.ts';
import { ListSkeleton } from './list/list-skeleton.tsx';
import { NoLinks } from './list/no-links.tsx';
import { useLinks } from './list/links-query.ts';

export function LinksPage() {
  const app = useApp();
  const search = useSearch({ from: '/signed-in/$app/links' });
  const navigate = useNavigate({ from: '/$app/links' });
  const { pages, unsorted } = useLinks(app, search);
  const router = useRouter();
  const show = useCallback(
    (change: SearchChange, { replace }: { readonly replace: boolean }): void => {
      // The last input can arrive when the user has already opened a link.
      if (!router.latestLocation.pathname.endsWith('/links')) return;
      // Each keystroke replaces the history entry, so that "back" leaves the search.
      void navigate({ search: (current) => change(current), replace, resetScroll: false });
    },
    [router, navigate],
  );
  const input = useRef<HTMLInputElement>(null);
  const clear = useCallback(() => {
    show(() => ({}), { replace: false });
    // The button disappears with the filters, so the search field gets the focus.
    input.current?.focus();
  }, [show]);
  const nothing =
    pages.data !== undefined &&
    !pages.hasNextPage &&
    pages.data.pages.every(({ smartlinks }) => smartlinks.length === 0);
  const filtered = isFiltered(search);
  // While a search without a result is cleared, its result stays until the links are there.
  const isAlone = nothing && !filtered && !pages.isPlaceholderData;
  const isLoading = pages.isPending || (nothing && !filtered && !isAlone);
  const layout = { phone: usePhone(), isAlone };
  const isReady = pages.data !== undefined;
  const { isSettled, onSettled } = useSettledSteps(app, layout, isReady);
  // The first time, the list waits for the first steps, which would move it.
  const isHeld = !isSettled && !pages.isError;
  return (
    <Page
      title={linksTexts.title}
      width={1600}
      notice={
        !filtered && (
          <Group component="span" gap="md">
            <ExpiringNotice isReady={isReady} />
            <DisabledNotice isReady={isReady} />
          </Group>
        )
      }
      actions={<Actions search={search} />}
    >
      <FirstSteps isReady={isReady} layout={layout} onSettled={onSettled} />
      {isHeld ? (
        <ListSkeleton />
      ) : (
        <>
          {!isAlone && (
            <LinksFilters search={search} input={input} onChange={show} onClear={clear} />
          )}
          {unsorted !== undefined && (
            <Alert color="orange" icon={<TriangleAlert size={18} />} title={linksTexts.unsorted}>
              {unsorted === 'off' ? linksTexts.unsortedOff : linksTexts.unsortedUnavailable}
            </Alert>
          )}
          {isLoading && <ListSkeleton />}
          {pages.isError && (pages.data === undefined || nothing) && (
            <ErrorAlert error={pages.error} retry={() => void pages.refetch()} />
          )}
          {nothing && filtered && (
            <Empty icon={SearchX} title={linksTexts.noMatch} text={linksTexts.noMatchText}>
              <Button variant="default" onClick={clear}>
                {linksTexts.clearFilters}
              </Button>
            </Empty>
          )}
          {isAlone && <NoLinks />}
          {pages.data !== undefined && !nothing && (
            <LinksList
              key={JSON.stringify(searchQuery(withParameter(search, 'sort', null)))}
              pages={pages}
              filtered={filtered}
              search={unsorted === undefined ? search : withParameter(search, 'sort', null)}
              onSort={(sort) =>
                show((current) => withParameter(current, 'sort', sort), { replace: false })
              }
            />
          )}
        </>
      )}
    </Page>
  );
}

/** What can be done with all links of the list, and the button to create one: last, on phones first. */
function Actions({ search }: { readonly search: ListSearch }) {
  const app = useApp();
  const phone = usePhone();
  const create = <CreateButton to="/$app/links/new" label={linksTexts.newLink} />;
  const { sort: _, ...filters } = searchQuery(search);
  return (
    <>
      {phone && create}
      <Button
        component="a"
        download
        href={addressOf('smartlinks/export', { app, format: 'csv', ...filters })}
        title={linksTexts.exportTitle}
        aria-label={linksTexts.export}
        variant="default"
        {...labelled(phone, linksTexts.export, Download)}
      />
      {useMay('editor') && (
        <ButtonLink
          to="/$app/import-links"
          params={{ app }}
          variant="default"
          aria-label={linksTexts.import}
          {...labelled(phone, linksTexts.import, Upload)}
        />
      )}
      {!phone && create}
    </>
  );
}

/** An icon with a label, on phones the icon alone, so that all buttons fit into one line. */
function labelled(phone: boolean, label: string, Icon: LucideIcon) {
  const icon = <Icon size={16} aria-hidden />;
  return phone ? { px: 'sm', children: icon } : { leftSection: icon, children: label };
}
