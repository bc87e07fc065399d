import '../../components/mantine-more.css';
import { Alert, Skeleton, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { isProblem } from '../../api/problem.ts';
import { AddressText } from '../../components/address-text.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { LINK_TABS, type LinkTab } from './link-tabs.ts';
import { useApp } from '../../api/session.ts';
import { Page } from '../../components/page.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { links as linksTexts } from '../../texts/links.ts';
import { DevicesTab } from './link/devices-tab.tsx';
import { HistoryTab } from './link/history-tab.tsx';
import { LinkActions } from './link/link-actions.tsx';
import { LinkLead } from './link/link-lead.tsx';
import { linkQuery, type LinkPartProps } from './link/link-query.ts';
import { Overview } from './link/overview.tsx';
import { RedemptionsTab } from './link/redemptions-tab.tsx';
import { MetadataSkeleton } from '../metadata/metadata-skeleton.tsx';
import type { Link } from '../../api/types.ts';
import { fullTime } from '../../lib/time.ts';
import { loadMetadata } from './load-metadata.ts';
import { isRestorable } from './restorable.ts';
import { NoDestinationAlert } from './no-destination-alert.tsx';
import { hasNoDestination } from '../../lib/no-destination.ts';

const MetadataDocument = lazyPart(async () => (await loadMetadata()).MetadataDocument);
const ClicksTab = lazyPart(async () => (await import('../clicks/clicks-tab.tsx')).ClicksTab);

export function LinkPage() {
  const app = useApp();
  const { code } = useParams({ from: '/signed-in/$app/links/$code' });
  const link = useQuery(linkQuery(app, code));
  if (isProblem(link.error, 'not_found')) return <NotFound />;
  const answer = link.data;
  return (
    <Page
      title={answer?.data.name ?? (answer ? withoutScheme(answer.data.smartlink) : code)}
      heading={
        answer?.data.name === null ? <AddressText address={answer.data.smartlink} /> : undefined
      }
      back={{ to: '/$app/links', label: linksTexts.title }}
      lead={answer ? <LinkLead link={answer.data} /> : !link.error && <Skeleton h={22} w={240} />}
      // Each link has its own dialogs.
      actions={answer && <LinkActions key={code} answer={answer} />}
    >
      {answer === undefined && link.error === null && (
        <Stack aria-busy="true">
          <Skeleton height={40} />
          <Skeleton height={360} />
        </Stack>
      )}
      {answer === undefined && <ErrorAlert error={link.error} retry={() => void link.refetch()} />}
      {answer !== undefined && (
        <>
          {answer.data.state === 'deleted' && (
            <Alert color="red" title={linksTexts.deletedTitle}>
              {linksTexts.deletedText} <Restorable link={answer.data} />
            </Alert>
          )}
          {answer.data.state === 'disabled' && (
            <Alert color="orange" title={linksTexts.disabledTitle}>
              {linksTexts.disabledText}
            </Alert>
          )}
          {answer.data.state === 'active' && hasNoDestination(answer.data.routes) && (
            <NoDestinationAlert text={linksTexts.noDestination.ofLink} />
          )}
          {/* Each link has its own edits. */}
          <LinkTabs key={code} answer={answer} />
        </>
      )}
    </Page>
  );
}

function Restorable({ link }: { readonly link: Link }) {
  const { restorable_until: until } = link;
  return until !== null && isRestorable(link, Date.now())
    ? linksTexts.restorableUntil(fullTime(until))
    : linksTexts.contentRemoved;
}

function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//, '');
}

function LinkTabs({ answer }: LinkPartProps) {
  const { tab = 'overview' } = useSearch({ from: '/signed-in/$app/links/$code' });
  const navigate = useNavigate({ from: '/$app/links/$code' });
  // Opened tabs stay rendered and keep their input.
  const [opened, setOpened] = useState<ReadonlySet<LinkTab>>(new Set([tab]));
  if (!opened.has(tab)) setOpened(new Set([...opened, tab]));
  const { code } = answer.data;
  const panels: Readonly<Record<LinkTab, ReactNode>> = {
    overview: <Overview answer={answer} />,
    // It loads new numbers all the time, so it is rendered only while it is visible. It has no input to keep.
    clicks: tab === 'clicks' && (
      <Suspense fallback={<Skeleton height={480} />}>
        <ClicksTab link={answer.data} />
      </Suspense>
    ),
    devices: <DevicesTab answer={answer} />,
    metadata: (
      <Suspense fallback={<MetadataSkeleton />}>
        <MetadataDocument
          code={code}
          template={answer.data.template}
          isDeleted={answer.data.state === 'deleted'}
        />
      </Suspense>
    ),
    redemptions: <RedemptionsTab answer={answer} />,
    history: <HistoryTab code={code} />,
  };
  const show = (name: string | null): void => {
    const next = LINK_TABS.find((known) => known === name) ?? 'overview';
    const shown = next === 'overview' ? undefined : next;
    void navigate({ search: (search) => ({ ...search, tab: shown }), resetScroll: false });
  };
  const list = useVisibleTab(tab);
  return (
    // Tabs are only hidden: unsaved changes in another tab still cause a confirmation.
    <Tabs value={tab} onChange={show} keepMountedMode="display-none">
      <Tabs.List
        ref={list}
        mb="md"
        style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' }}
      >
        {LINK_TABS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {linksTexts.tabs[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {LINK_TABS.map((name) => (
        <Tabs.Panel key={name} value={name}>
          {opened.has(name) && panels[name]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** On a phone the tabs scroll; the selected tab is scrolled to the center. */
function useVisibleTab(tab: LinkTab) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = list.current?.querySelector('[aria-selected="true"]')?.getBoundingClientRect();
    const room = list.current?.getBoundingClientRect();
    if (!shown || !room) return;
    list.current?.scrollBy({ left: shown.x + shown.width / 2 - room.x - room.width / 2 });
  }, [tab]);
  return list;
}
