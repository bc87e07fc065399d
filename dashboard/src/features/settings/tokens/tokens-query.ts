import { queryOptions } from '@tanstack/react-query';
import { get } from '../../../api/call.ts';

/** The tokens of an app, oldest first, including revoked ones. */
export function tokensQuery(app: string) {
  return queryOptions({
    queryKey: ['tokens', app],
    queryFn: ({ signal }) => get('tokens', { app, signal }),
  });
}
