import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { get } from '../api/call.ts';
import { settings as settingsTexts } from '../texts/settings.ts';
import * as texts from '../texts/texts.ts';
import { useMe } from '../api/session.ts';

const [store, dialog] = createSpotlight();

/** ⌘K: any page, any app, any link by its code, address or URI. */
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
  const found = useQuery({
    queryKey: ['jump', app, wanted],
    queryFn: ({ signal }) => get('smartlinks', { app, query: { q: wanted, limit: 6 }, signal }),
    enabled: app !== undefined && wanted !== '',
  });
  const isSearching = found.isFetching || wanted !== query.trim();

  const pages: SpotlightActionData[] =
    app === undefined
      ? []
      : [
          page(texts.nav.newLink, '/$app/links/new', app),
          page(texts.nav.links, '/$app/links', app),
          page(texts.nav.clicks, '/$app/clicks', app),
          page(texts.nav.templates, '/$app/templates', app),
          ...(['platforms', 'hosts', 'look', 'tokens', 'members', 'audit', 'doctor'] as const).map(
            (name) => page(settingsTexts.pages[name], `/$app/settings/${name}`, app),
          ),
        ];
  function page(label: string, to: string, name: string): SpotlightActionData {
    return { id: to, label, onClick: () => void navigate({ to, params: { app: name } } as never) };
  }
  const others: SpotlightActionData[] = apps
    .filter(({ name }) => name !== app)
    .map(({ name }) => ({
      id: `app ${name}`,
      label: name,
      onClick: () => void navigate({ to: '/$app/links', params: { app: name } }),
    }));
  const links: SpotlightActionData[] = (found.data?.smartlinks ?? []).map(({ code, uri }) => ({
    id: `link ${code}`,
    label: uri,
    description: code,
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
        { group: texts.nav.switchApp, actions: others },
      ].filter(({ actions }) => actions.length > 0)}
      nothingFound={isSearching ? texts.loading : texts.none}
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
