import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { BY_CURSOR } from '../api/by-cursor.ts';
import { get } from '../api/call.ts';
import { settings as settingsTexts } from '../texts/settings.ts';
import * as texts from '../texts/texts.ts';
import { isProblem } from '../api/problem.ts';
import { useMe } from '../api/session.ts';
import { THEMES, useTheme } from '../components/theme-control.tsx';
import { useContinuedSearch } from '../features/links/list/use-continued-search.ts';
import { signOut } from './sign-out.ts';

/** Links that are shown. */
const MAX_LINKS = 6;
const [store, dialog] = createSpotlight();

/** ⌘K: pages, actions, apps, and links by everything that the search of links finds. */
export function CommandPalette({
  opened,
  close,
}: {
  readonly opened: boolean;
  readonly close: () => void;
}) {
  useEffect(() => (opened ? dialog.open() : dialog.close()), [opened]);
  const [query, setQuery] = useState('');
  const [wanted] = useDebouncedValue(query.trim(), 150);
  const { app } = useParams({ strict: false });
  const { apps } = useMe();
  const navigate = useNavigate();
  const [, setTheme] = useTheme();
  const found = useInfiniteQuery({
    queryKey: ['jump', app, wanted],
    queryFn: ({ pageParam: cursor, signal }) =>
      get('smartlinks', { app, query: { q: wanted, limit: MAX_LINKS, cursor }, signal }),
    ...BY_CURSOR,
    enabled: app !== undefined && wanted !== '',
  });
  const matching = found.data?.pages.flatMap(({ smartlinks }) => smartlinks) ?? [];
  useContinuedSearch(found, opened && matching.length < MAX_LINKS);
  useEffect(selectFirst, [found.data]);
  const isSearching = found.isFetching || wanted !== query.trim();
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
    ...(
      [
        'platforms',
        'hosts',
        'look',
        'metadata',
        'tokens',
        'webhooks',
        'members',
        'audit',
        'doctor',
      ] as const
    ).map((name) => [settingsTexts.pages[name], `/$app/settings/${name}`] as const),
  ]);
  const actions = [
    ...inApp([
      [texts.nav.newLink, '/$app/links/new'],
      [texts.nav.newTemplate, '/$app/new-template'],
    ]),
    go('account', texts.nav.account, '/account'),
    ...THEMES.map(({ value, label }) => ({
      id: `theme ${value}`,
      label: `${texts.nav.theme}: ${label}`,
      onClick: () => setTheme(value),
    })),
    { id: 'sign-out', label: texts.nav.signOut, onClick: () => void signOut() },
  ];
  const others = apps
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
      onSpotlightClose={close}
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
        leftSection: <Search size={18} aria-hidden />,
        placeholder: texts.nav.search,
        'aria-label': texts.nav.search,
      }}
      // The dialog has no title.
      attributes={{ content: { 'aria-label': texts.nav.search } }}
      // Its buttons are selected with the arrow keys in the field, so the list itself takes the focus for scrolling.
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
    />
  );
}

/** Links arrive after the palette has selected the first of its results, of which there may be none. */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId);
  const first = list?.querySelector('[data-action]');
  if (!first || list?.querySelector('[data-selected]')) return;
  first.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}
