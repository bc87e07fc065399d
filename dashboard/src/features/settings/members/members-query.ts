import { queryOptions } from '@tanstack/react-query';
import { get } from '../../../api/call.ts';
import type { Invitation, Member } from '../../../api/types.ts';

export interface Members {
  /** In the order in which they joined. */
  readonly members: readonly Member[];
  /** Those that can still be used. */
  readonly invitations: readonly Invitation[];
}

export function membersQuery(app: string) {
  return queryOptions({
    queryKey: ['members', app],
    queryFn: ({ signal }) => get<Members>('members', { app, signal }),
  });
}
