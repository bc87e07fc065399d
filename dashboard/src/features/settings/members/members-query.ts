import { queryOptions } from '@tanstack/react-query';
import { get } from '../../../api/call.ts';

export function membersQuery(app: string) {
  return queryOptions({
    queryKey: ['members', app],
    queryFn: ({ signal }) => get('members', { app, signal }),
  });
}
