import '../../../components/mantine-more.css';
import { Alert, Stack, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useState } from 'react';
import { hostsQuery } from '../../../api/hosts-query.ts';
import { useAppVersion } from '../../../api/app-document.ts';
import { useApp, useMay } from '../../../api/session.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { Empty } from '../../../components/empty.tsx';
import { Page } from '../../../components/page.tsx';
import { TextWithHelp } from '../../../components/with-help.tsx';
import { RoleNote } from '../../../components/role-note.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { useSavePart } from '../../../components/use-save-part.ts';
import { issuesOf, sentence } from '../../../lib/issues.ts';
import { settings as settingsTexts } from '../../../texts/settings.ts';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { AddHost } from './add-host.tsx';
import { CheckHosts } from '../doctor/check-hosts.tsx';
import { HostRow } from './host-row.tsx';
import { hostsPart } from './hosts.ts';
import { useFindings } from '../doctor/use-doctor.ts';

export function HostsPage() {
  const version = useAppVersion();
  const { hosts } = version.data;
  const app = useApp();
  const known = useQuery(hostsQuery(app));
  const findings = useFindings();
  const mayEdit = useMay('owner');
  const save = useSavePart(hostsPart);
  /** The host to remove after a confirmation; empty: none. */
  const [toRemove, setToRemove] = useState('');
  const words = setupTexts.hosts;
  const stateOf = (host: string) => known.data?.hosts.find((one) => one.host === host);
  const active = hosts.filter((host) => stateOf(host)?.state === 'proven');
  const standard = known.data?.default_host;

  function saveHosts(next: readonly string[], done: string, onSaved?: () => void): void {
    setToRemove('');
    const names = Object.fromEntries(next.map((host) => [host, true as const]));
    save.mutate(
      { base: version, value: { names } },
      {
        onSuccess: () => {
          onSaved?.();
          notifications.show({ title: texts.saved, message: done, color: 'teal' });
        },
      },
    );
  }
  const [issue] = issuesOf(save.error).map(({ detail }) => sentence(detail));
  return (
    <Page
      title={settingsTexts.pages.hosts}
      lead={<TextWithHelp term="domain" text={words.lead} />}
      width={860}
      actions={active.length > 0 && <CheckHosts />}
    >
      <RoleNote role="owner" />
      {standard && (
        <Alert variant="light" color={active.length === 0 ? 'gray' : 'link'}>
          {active.length === 0 ? words.open(standard.host) : words.closed(active, standard.host)}
        </Alert>
      )}
      {standard?.listed === false && (
        <Alert variant="light" color="orange" title={words.unlistedTitle(standard.host)}>
          {words.unlisted(app)}
        </Alert>
      )}
      <ErrorAlert error={known.error} retry={() => void known.refetch()} />
      {issue === undefined && <ErrorAlert error={save.error} />}
      {mayEdit && (
        <AddHost
          hosts={hosts}
          issue={issue}
          busy={save.isPending}
          onType={() => save.isError && save.reset()}
          onAdd={(host, done) => saveHosts([...hosts, host], words.added(host), done)}
        />
      )}
      {hosts.length === 0 ? (
        <Empty icon={Globe} title={words.emptyTitle} text={words.emptyText} />
      ) : (
        <Stack gap="md" component="section" aria-labelledby="hosts">
          <Title order={2} id="hosts">
            {words.list}
          </Title>
          {hosts.map((host, index) => (
            <HostRow
              key={host}
              host={host}
              known={stateOf(host)}
              service={(standard?.host ?? location.host).replace(/:\d+$/, '')}
              index={index}
              findings={findings}
              onRemove={mayEdit ? () => setToRemove(host) : undefined}
            />
          ))}
        </Stack>
      )}
      <Confirm
        opened={toRemove !== ''}
        title={words.removeTitle(toRemove)}
        action={texts.remove}
        onConfirm={() =>
          saveHosts(
            hosts.filter((host) => host !== toRemove),
            words.removed(toRemove),
          )
        }
        onClose={() => setToRemove('')}
      >
        {active.includes(toRemove)
          ? words.removeText(toRemove, active.length === 1)
          : words.removePendingText(toRemove)}
      </Confirm>
    </Page>
  );
}
