import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clicksOfLinksQuery, type ClicksByCode } from '../../../api/clicks-query.ts';
import { useApp } from '../../../api/session.ts';
import type { LinkClicks, LinkPage } from '../../../api/types.ts';
import type { ClickDays } from './list-search.ts';

/** For each row of the list, the codes of its page: their clicks are loaded with one request. */
export function useCodesOfPages(pages: readonly LinkPage[] | undefined): readonly string[][] {
  return useMemo(
    () =>
      (pages ?? []).flatMap(({ smartlinks }) => {
        const codes = smartlinks.map(({ code }) => code);
        return smartlinks.map(() => codes);
      }),
    [pages],
  );
}

/** Whether clicks are recorded; true until it is known. */
export function useHasClicks([codes = []]: readonly string[][], days: ClickDays): boolean {
  const query = clicksOfLinksQuery(useApp(), codes, days);
  return useQuery({ ...query, enabled: codes.length > 0, select: isRecorded }).data !== false;
}

function isRecorded(found: ClicksByCode | null): boolean {
  return found !== null;
}

/**
 * The clicks of a link; undefined while they load, and if they could not be loaded. `codes`: the links of its page, which
 * are loaded together.
 */
export function useClicksOf(
  code: string,
  codes: readonly string[],
  days: ClickDays,
): LinkClicks | undefined {
  return useQuery(clicksOfLinksQuery(useApp(), codes, days)).data?.get(code);
}
