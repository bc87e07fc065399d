import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { get } from '../../api/call.ts';
import { useApp } from '../../api/session.ts';
import type { ClickMark, ClickMarks } from '../../api/types.ts';
import { actorName } from '../../components/actor-name.ts';
import { clicks as words } from '../../texts/clicks.ts';
import type { View } from './view.ts';

const NONE = { marks: [], complete: true };

/** What happened to the app, or to one of its links, in the period. The chart is complete without it. */
export function useMarks({ from, to, zone }: View, code: string | undefined): ClickMarks {
  const app = useApp();
  const query = { from, to, time_zone: zone, code };
  const { data } = useQuery({
    queryKey: ['click-marks', app, query],
    queryFn: ({ signal }) => get('clicks/marks', { app, query, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return data ?? NONE;
}

/** "Disabled (Ada)", "3 redemptions". */
export function markText({ kind, count, by, by_name: name }: ClickMark): string {
  if (kind === 'redeemed') return words.marks.redeemed(count);
  const what = words.marks.kinds[kind];
  // The names of tokens would need another request.
  if (by === null || (name === null && by !== 'operator')) return what;
  return words.marks.by(what, actorName(by, name, undefined));
}
