import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Answer } from '../../api/call.ts';
import type { Link, LinkPage } from '../../api/types.ts';

/** Stores the current state of a link for its page and for the loaded lists. */
export function cacheLink(queries: QueryClient, app: string, answer: Answer<Link>): void {
  const { data: link } = answer;
  const key = ['link', app, link.code];
  queries.setQueryData(key, answer);
  // A request that is under way can have an older answer.
  void queries.refetchQueries({ queryKey: key, exact: true, fetchStatus: 'fetching' });
  for (const list of queries.getQueryCache().findAll({ queryKey: ['links', app] })) {
    const update = () => updateList(queries, list.queryKey, link);
    update();
    // A request that is under way ends with the pages that were loaded when it began.
    void list.promise?.then(update, update);
  }
  // The history, the previews and the metadata of the link.
  void queries.invalidateQueries({
    queryKey: key,
    predicate: ({ queryKey }) => queryKey.length > key.length,
  });
}

function updateList(queries: QueryClient, key: QueryKey, link: Link): void {
  queries.setQueryData<InfiniteData<LinkPage>>(key, (list) =>
    list === undefined
      ? undefined
      : { ...list, pages: list.pages.map((page) => withLink(page, link)) },
  );
}

function withLink(page: LinkPage, link: Link): LinkPage {
  if (!page.smartlinks.some(({ code }) => code === link.code)) return page;
  return {
    ...page,
    smartlinks: page.smartlinks.map((row) => (row.code === link.code ? link : row)),
  };
}

/** Links have changed, or only the one with this code: what shows them is loaded again. */
export function reloadLinks(queries: QueryClient, app: string, code?: string): void {
  const link = code === undefined ? [] : [code];
  void queries.invalidateQueries({ queryKey: ['link', app, ...link] });
  void queries.invalidateQueries({ queryKey: ['jump', app] });
  void queries.invalidateQueries({ queryKey: ['links', app] });
  refreshLists(queries, app);
}

/** Lists that can have changed are loaded again when they are shown. */
export function refreshLists(queries: QueryClient, app: string): void {
  queries.removeQueries({ queryKey: ['links', app], type: 'inactive' });
  void queries.invalidateQueries({ queryKey: ['tags', app] });
  void queries.invalidateQueries({ queryKey: ['expiring', app] });
}
