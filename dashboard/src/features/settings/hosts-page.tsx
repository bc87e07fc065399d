import '../../app/mantine-more.css';
import { Alert, Button, Group, Paper, Stack, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Globe, Plus } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useAppVersion } from '../../api/app-document.ts';
import { useMay } from '../../app/session.ts';
import { Empty } from '../../components/empty.tsx';
import { EXACT_INPUT } from '../../components/exact-input.ts';
import { Page } from '../../components/page.tsx';
import { RoleNote } from '../../components/role-note.tsx';
import { Trouble } from '../../components/trouble.tsx';
import { useSavePart } from '../../components/use-save-part.ts';
import { faultsOf, sentence } from '../../lib/faults.ts';
import { settings as settingsTexts } from '../../texts/settings.ts';
import { setup as setupTexts } from '../../texts/setup.ts';
import * as texts from '../../texts/texts.ts';
import { AskHosts } from './ask-hosts.tsx';
import { HostDialog, type HostQuestion } from './host-dialog.tsx';
import { HostRow } from './host-row.tsx';
import { hostOf, hostsPart } from './hosts.ts';
import { useFindings } from './use-doctor.ts';

export function HostsPage() {
  const version = useAppVersion();
  const { hosts } = version.data;
  const findings = useFindings();
  const mayEdit = useMay('owner');
  const save = useSavePart(hostsPart);
  const [typed, setTyped] = useState('');
  const [question, setQuestion] = useState<HostQuestion>();
  const words = setupTexts.hosts;

  function saveHosts(next: readonly string[], done: string): void {
    setQuestion(undefined);
    const names = Object.fromEntries(next.map((host) => [host, true as const]));
    save.mutate(
      { base: version, value: { names } },
      {
        onSuccess: () => {
          setTyped('');
          notifications.show({ title: texts.saved, message: done, color: 'teal' });
        },
      },
    );
  }
  const wanted = hostOf(typed);
  const add = (): void => saveHosts([...hosts, wanted], words.added(wanted));
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (wanted === '' || hosts.includes(wanted)) return;
    // The first one closes every other name.
    if (hosts.length === 0) setQuestion({ kind: 'first', host: wanted });
    else add();
  }
  const fault = hosts.includes(wanted)
    ? words.known(wanted)
    : faultsOf(save.error).map(({ detail }) => sentence(detail))[0];
  return (
    <Page
      title={settingsTexts.pages.hosts}
      lead={words.lead}
      width={860}
      actions={hosts.length > 0 && <AskHosts />}
    >
      <RoleNote role="owner" />
      <Alert variant="light" color={hosts.length === 0 ? 'gray' : 'link'}>
        {hosts.length === 0 ? words.open : words.closed(hosts.length)}
      </Alert>
      {fault === undefined && <Trouble error={save.error} />}
      {mayEdit && (
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <form onSubmit={submit}>
            <Group align="flex-start" gap="sm" wrap="nowrap">
              <TextInput
                label={words.add}
                placeholder="go.shop.example"
                value={typed}
                onChange={(event) => {
                  if (save.isError) save.reset();
                  setTyped(event.currentTarget.value);
                }}
                error={fault}
                flex={1}
                miw={0}
                inputMode="url"
                {...EXACT_INPUT}
              />
              <Button
                type="submit"
                mt={25}
                leftSection={<Plus size={16} aria-hidden />}
                loading={save.isPending}
                disabled={wanted === ''}
              >
                {texts.add}
              </Button>
            </Group>
          </form>
        </Paper>
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
              index={index}
              findings={findings}
              onRemove={
                mayEdit
                  ? () => setQuestion({ kind: 'remove', host, last: hosts.length === 1 })
                  : undefined
              }
            />
          ))}
        </Stack>
      )}
      <HostDialog
        question={question}
        onClose={() => setQuestion(undefined)}
        onAdd={add}
        onRemove={(host) =>
          saveHosts(
            hosts.filter((other) => other !== host),
            words.removed(host),
          )
        }
      />
    </Page>
  );
}
