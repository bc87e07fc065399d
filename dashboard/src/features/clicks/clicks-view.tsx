import { useQuery } from '@tanstack/react-query';
import { clickSettingsQuery } from '../../api/clicks-query.ts';
import { isProblem } from '../../api/problem.ts';
import { useApp } from '../../api/session.ts';
import type { ClickReport } from '../../api/types.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Hint } from '../../components/hint.tsx';
import { Breakdowns } from './breakdowns.tsx';
import { ChartPanel } from './chart-panel.tsx';
import type { ClicksSearch } from './clicks-parameters.ts';
import { ClicksSkeleton } from './clicks-skeleton.tsx';
import { ClicksOff, LostNotice, NoClicks } from './clicks-states.tsx';
import classes from './clicks-view.module.css';
import { daysIn, ownTimeZone } from './dates.ts';
import { ExportMenu } from './export-menu.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FunnelCard } from './funnel-card.tsx';
import { LiveNote } from './live-note.tsx';
import { Numbers } from './numbers.tsx';
import { PeriodControl } from './period-control.tsx';
import { PrivacyNote } from './privacy-note.tsx';
import { TopGroups } from './top-groups.tsx';
import { TopLinks } from './top-links.tsx';
import { useClicks } from './use-clicks.ts';
import { useLive } from './use-live.ts';
import { readView, withChanges, type Filter } from './view.ts';
import { ZoneSelect } from './zone-select.tsx';
import { clicks as words } from '../../texts/clicks.ts';

/** The service counts the clicks of each link for at most this number of days. */
const TOP_LINKS_DAYS = 400;

interface ClicksViewProps {
  /** The link; undefined: all links of the app. */
  readonly link?: { readonly code: string; readonly smartlink: string };
  readonly search: ClicksSearch;
  /** Changes the search that the address has now, which can be newer than the shown one. */
  readonly onSearch: (change: (current: ClicksSearch) => ClicksSearch) => void;
}

/** The clicks of an app or of a link. Everything that is selected is in the page address. */
export function ClicksView({ link, search, onSearch }: ClicksViewProps) {
  const settings = useQuery(clickSettingsQuery(useApp()));
  const view = readView(search, ownTimeZone(), Date.now());
  const live = useLive(link?.code, view.live);
  const clicks = useClicks(view, link?.code, live.refreshMs);
  const { data: summary, dataUpdatedAt: now } = clicks;
  if (isProblem(clicks.error, 'clicks_off')) return <ClicksOff />;
  const withTopLinks =
    link === undefined && view.measure !== 'other' && daysIn(view.from, view.to) <= TOP_LINKS_DAYS;
  const change = (changes: ClicksSearch): void =>
    onSearch((current) => withChanges(current, changes));
  const toggle = ({ by, value }: Filter): void =>
    change({ [by]: search[by] === value ? undefined : value });
  if (summary !== undefined && isEmpty(summary)) {
    return (
      <>
        <NoClicks address={link?.smartlink} />
        {settings.data && <PrivacyNote settings={settings.data} />}
      </>
    );
  }
  return (
    <div className={classes.frame}>
      <div className={classes.tools}>
        <PeriodControl view={view} onChange={change} />
        <ZoneSelect zone={view.zone} onChange={(zone) => change({ zone })} />
        {settings.data && settings.data.raw_days > 0 && (
          <ExportMenu view={view} code={link?.code} />
        )}
        {view.live && summary !== undefined && (
          <div className={classes.note}>
            <LiveNote at={now} streaming={live.streaming} />
          </div>
        )}
      </div>
      <FilterChips
        filters={view.filters}
        onRemove={toggle}
        onClear={() => change(Object.fromEntries(view.filters.map(({ by }) => [by, undefined])))}
      />
      {settings.data && <LostNotice lost={settings.data.since_start.lost} />}
      {clicks.isError && <ErrorAlert error={clicks.error} retry={() => void clicks.refetch()} />}
      {clicks.isPending && <ClicksSkeleton />}
      {summary !== undefined && (
        <div className={classes.parts} data-stale={clicks.isPlaceholderData || undefined}>
          <Numbers summary={summary} view={view} now={now} onShow={(show) => change({ show })} />
          <ChartPanel summary={summary} view={view} code={link?.code} now={now} onChange={change} />
          {view.measure !== 'other' && <FunnelCard summary={summary} />}
          <Breakdowns
            summary={summary}
            view={view}
            code={link?.code}
            refreshMs={live.refreshMs}
            // Until a response, the rows are those of the filters before.
            isFiltered={view.filters.length > 0 || clicks.isPlaceholderData}
            onFilter={toggle}
            withCountries={settings.data?.country ?? false}
            first={
              withTopLinks && (
                <>
                  <TopLinks view={view} search={search} refreshMs={live.refreshMs} />
                  <TopGroups by="tags" view={view} refreshMs={live.refreshMs} />
                  <TopGroups by="templates" view={view} refreshMs={live.refreshMs} />
                </>
              )
            }
          />
          {summary.breakdown_days !== null && (
            <Hint>{words.utcDays(summary.breakdown_days.from, summary.breakdown_days.to)}</Hint>
          )}
          {settings.data && <PrivacyNote settings={settings.data} />}
        </div>
      )}
    </div>
  );
}

function isEmpty({ lifetime, totals, funnel }: ClickReport): boolean {
  // An installed app can open a link without a visit.
  const isUsed = funnel !== null && funnel.opened + funnel.redeemed > 0;
  return !isUsed && [lifetime, totals].every(({ clicks, other }) => clicks === 0 && other === 0);
}
