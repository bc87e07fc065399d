import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get } from './call.ts';
import { pagedQuery } from './paged-query.ts';

export type DeliveryState = 'pending' | 'delivered' | 'failed';

/** How often pages about deliveries are read again, so that they show what is being sent. */
const REFETCH_MS = 3000;

/** The webhooks of an app, oldest first. */
export function webhooksQuery(app: string) {
  return queryOptions({
    queryKey: ['webhooks', app],
    queryFn: ({ signal }) => get('webhooks', { app, signal }),
  });
}

export function webhookQuery(app: string, id: string) {
  return queryOptions({
    queryKey: ['webhooks', app, id],
    queryFn: ({ signal }) =>
      get('webhooks/{webhook_id}', { app, params: { webhook_id: id }, signal }),
    refetchInterval: REFETCH_MS,
  });
}

/** The deliveries of a webhook, newest first, page by page. */
export function deliveriesQuery(app: string, id: string, state: DeliveryState | undefined) {
  const params = { webhook_id: id };
  return infiniteQueryOptions({
    ...pagedQuery(['webhooks', app, id, 'deliveries', state], ({ query: page, signal }) =>
      get('webhooks/{webhook_id}/deliveries', { app, params, query: { ...page, state }, signal }),
    ),
    // Each time, every loaded page is requested again.
    refetchInterval: (query) => REFETCH_MS * (query.state.data?.pages.length ?? 1),
  });
}

/** A delivery with its attempts. */
export function deliveryQuery(app: string, id: string, event: string) {
  return queryOptions({
    queryKey: ['webhooks', app, id, 'deliveries', 'one', event],
    queryFn: ({ signal }) =>
      get('webhooks/{webhook_id}/deliveries/{event_id}', {
        app,
        params: { webhook_id: id, event_id: event },
        signal,
      }),
    refetchInterval: REFETCH_MS,
  });
}
