import assert from 'node:assert/strict';
import { it } from 'node:test';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { pagedQuery } from '../../api/paged-query.ts';
import type { Link, LinkPage } from '../../api/types.ts';
import { cacheLink } from './link-cache.ts';

it('a saved link is not replaced by the answer of an earlier request', async () => {
  const queries = new QueryClient();
  const versionOf = (name: string) => ({ data: { code: 'Sale26', name } as Link, etag: name });
  const answers: ((name: string) => void)[] = [];
  const queryKey = ['link', 'shop', 'Sale26'];
  queries.setQueryDefaults(queryKey, {
    queryFn: () => new Promise((done) => answers.push((name) => done(versionOf(name)))),
  });
  queries.setQueryData(queryKey, versionOf('loaded'));
  const loading = queries.refetchQueries({ queryKey });
  cacheLink(queries, 'shop', versionOf('saved'));
  answers[0]?.('loaded');
  await new Promise(setImmediate);
  assert.deepEqual(queries.getQueryData(queryKey), versionOf('saved'));
  assert.equal(answers.length, 2);
  answers[1]?.('saved and changed by another member');
  await loading;
  await new Promise(setImmediate);
  const last = versionOf('saved and changed by another member');
  assert.deepEqual(queries.getQueryData(queryKey), last);
  queries.clear();
});

it('a changed link keeps its new state in a list whose next page is being loaded', async () => {
  const queries = new QueryClient();
  const pages: ((page: LinkPage) => void)[] = [];
  const pageOf = (code: string, next: string | null): LinkPage => ({
    smartlinks: [{ code, state: 'active' } as Link],
    next_cursor: next,
  });
  const list = new InfiniteQueryObserver(
    queries,
    pagedQuery(['links', 'shop', {}], () => new Promise<LinkPage>((done) => pages.push(done))),
  );
  const unsubscribe = list.subscribe(() => undefined);
  pages[0]?.(pageOf('Sale26', '1'));
  await new Promise(setImmediate);
  const more = list.fetchNextPage();
  const data = { code: 'Sale26', state: 'disabled' } as Link;
  const states = () =>
    list
      .getCurrentResult()
      .data?.pages.flatMap(({ smartlinks }) => smartlinks.map(({ state }) => state));
  cacheLink(queries, 'shop', { data, etag: 'disabled' });
  assert.deepEqual(states(), ['disabled']);
  pages[1]?.(pageOf('Other1', null));
  await more;
  assert.deepEqual(states(), ['disabled', 'active']);
  unsubscribe();
  queries.clear();
});
