import assert from 'node:assert/strict';
import { it } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import type { Link } from '../../api/types.ts';
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
