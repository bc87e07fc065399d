import { useQuery } from '@tanstack/react-query';
import { clicksQuery } from '../../api/clicks-query.ts';
import { useApp } from '../../api/session.ts';
import { DIMENSIONS } from './clicks-parameters.ts';
import { FEW } from './breakdown-rows.ts';
import type { View } from './view.ts';

/** The parameters of a request that follow from the view. */
export function requestOf({ from, to, zone, unit, filters }: View) {
  return {
    from,
    to,
    time_zone: zone,
    unit,
    ...Object.fromEntries(filters.map(({ by, value }) => [by, value])),
  };
}

/**
 * The numbers of an app, or of one of its links, with a few rows of each breakdown. `refreshMs`: how often they are
 * loaded again.
 */
export function useClicks(view: View, code: string | undefined, refreshMs: number | false) {
  const request = {
    ...requestOf(view),
    compare: 'previous',
    by: DIMENSIONS.join(','),
    sort: view.measure,
    limit: FEW + 1,
  };
  return useQuery({
    ...clicksQuery(useApp(), code, request),
    // React Query pauses this while the page is hidden.
    refetchInterval: refreshMs,
  });
}
