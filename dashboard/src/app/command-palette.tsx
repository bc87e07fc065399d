import '@mantine/spotlight/styles.css';
import { VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { get } from '../api/call.ts';
import { settings as settingsTexts } from '../texts/settings.ts';
import { shared as texts } from '../texts/shared.ts';
import { pagedQuery } from '../api/paged-query.ts';
import { isProblem } from '../api/problem.ts';
import { may, useMe } from '../api/session.ts';
import type { DialogProps } from '../components/shown-once.tsx';
import { THEMES, useTheme } from '../components/theme-control.tsx';
import { useContinuedSearch } from '../features/links/list/use-continued-search.ts';
import { SETTINGS } from './navigation.tsx';
import { signOut } from './sign-out.ts';
import { useFirstResult } from './use-first-result.ts';

/** Links that are shown. */
const MAX_LINKS = 6;
const [store, dialog] = createSpotlight();

/** ⌘K: pages, actions, apps, and links by everything that the search of links finds. */
export function CommandPalette({ opened, onClose }: DialogProps) {
  useEffect(() => (opened ? dialog.open() : dialog.close()), [opened]);
  const [query, setQuery] = useState('');
  const typed = query.trim();
  const [wanted] = useDebouncedValue(typed, 150);
  const { app } = useParams({ strict: false });
  const me = useMe();
  const navigate = useNavigate();
  const [, setTheme] = useTheme();
  const found = useInfiniteQuery({
    ...pagedQuery(['jump', app, wanted], ({ query: page, signal }) =>
      get('smartlinks', { app, query: { q: wanted, limit: MAX_LINKS, ...page }, signal }),
    ),
    enabled: app !== undefined && wanted !== '',
  });
  // Links of an earlier text are not shown: the first one is selected, and Enter would open it.
  const matching = useMemo(
    () => (wanted === typed ? (found.data?.pages ?? []).flatMap((page) => page.smartlinks) : []),
    [found.data, wanted, typed],
  );
  const isIncomplete = matching.length < MAX_LINKS;
  useContinuedSearch(found, opened && isIncomplete);
  const isSearching =
    wanted !== typed || found.isFetching || (found.hasNextPage && isIncomplete && !found.isError);
  const onKeyDown = useFirstResult(store, matching, opened ? typed : undefined, isSearching);
  // No link contains text that the search refuses, such as control characters.
  const hasFailed = found.isError && !isProblem(found.error, 'bad_request');

  const go = (id: string, label: string, to: string, name = ''): SpotlightActionData => ({
    id,
    label,
    onClick: () => void navigate({ to, params: { app: name } } as never),
  });
  const inApp = (
    items: readonly (readonly [label: string, to: string])[],
  ): SpotlightActionData[] =>
    app === undefined ? [] : items.map(([label, to]) => go(to, label, to, app));
  const pages = inApp([
    [texts.nav.links, '/$app/links'],
    [texts.nav.clicks, '/$app/clicks'],
    [texts.nav.templates, '/$app/templates'],
    ...SETTINGS.map(({ to, name }) => [settingsTexts.pages[name], to] as const),
  ]);
  const actions = [
    ...(may(me, app, 'editor')
      ? inApp([
          [texts.nav.newLink, '/$app/links/new'],
          [texts.nav.newTemplate, '/$app/new-template'],
        ])
      : []),
    go('account', texts.nav.account, '/account'),
    ...THEMES.map(({ value, label }) => ({
      id: `theme ${value}`,
      label: `${texts.nav.theme}: ${label}`,
      onClick: () => setTheme(value),
    })),
    { id: 'sign-out', label: texts.nav.signOut, onClick: () => void signOut() },
  ];
  const others = me.apps
    .filter(({ name }) => name !== app)
    .map(({ name }) => go(`app ${name}`, name, '/$app/links', name));
  const links = matching.slice(0, MAX_LINKS).map(({ code, uri, name }): SpotlightActionData => ({
    id: `link ${code}`,
    label: name ?? uri,
    description: name === null ? code : `${code} · ${uri}`,
    // The service has already searched; do not filter its results again.
    keywords: [wanted],
    onClick: () => void navigate({ to: '/$app/links/$code', params: { app: app ?? '', code } }),
  }));
  return (
    <Spotlight
      store={store}
      shortcut={null}
      onSpotlightClose={onClose}
      query={query}
      onQueryChange={setQuery}
      actions={[
        { group: texts.nav.links, actions: links },
        { group: texts.nav.menu, actions: pages },
        { group: texts.nav.actions, actions },
        { group: texts.nav.switchApp, actions: others },
      ].filter((group) => group.actions.length > 0)}
      nothingFound={isSearching ? texts.loading : hasFailed ? texts.searchFailed : texts.none}
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: (
          <>
            <Search size={18} aria-hidden />
            <VisuallyHidden role="status">{isSearching ? texts.loading : ''}</VisuallyHidden>
          </>
        ),
        onKeyDown,
        placeholder: texts.nav.search,
        'aria-label': texts.nav.search,
      }}
      // The dialog has no title.
      attributes={{ content: { 'aria-label': texts.nav.search } }}
      // Its buttons are selected with the arrow keys in the field, so the list itself takes the focus for scrolling.
      scrollAreaProps={{ 'aria-busy': isSearching, viewportProps: { tabIndex: 0 } }}
    />
  );
}
