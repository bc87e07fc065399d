import '../../../components/mantine-more.css';
import { Alert, Paper, Progress, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import type { Finding, PlatformSettings } from '../../../api/types.ts';
import { useAppVersion } from '../../../api/app-document.ts';
import { Page } from '../../../components/page.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { QueryState } from '../../../components/query-state.tsx';
import { settings as settingsTexts } from '../../../texts/settings.ts';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { CheckHosts } from './check-hosts.tsx';
import { FindingItem } from './finding-item.tsx';
import { byLevel } from './findings.ts';
import { useDoctor } from './use-doctor.ts';

export function DoctorPage() {
  const { settings, hosts, found } = useDoctor();
  const asking = hosts.isFetching;
  const words = setupTexts.doctor;
  return (
    <Page title={settingsTexts.pages.doctor} lead={words.lead} width={860} actions={<CheckHosts />}>
      <VisuallyHidden role="status">{asking ? words.asking : ''}</VisuallyHidden>
      {asking && (
        <Paper withBorder p="md" aria-hidden>
          <Text size="sm" mb="xs">
            {words.asking}
          </Text>
          <Progress value={100} animated />
        </Paper>
      )}
      <ErrorAlert error={hosts.error} retry={() => void hosts.refetch()} />
      <QueryState query={settings} height={200} />
      {found !== undefined && <FoundByLevel findings={found.findings} asked={hosts.data?.asked} />}
    </Page>
  );
}

interface FoundByLevelProps {
  readonly findings: readonly Finding[];
  /** The addresses that were checked; undefined: no check was requested. */
  readonly asked: readonly string[] | undefined;
}

function FoundByLevel({ findings, asked }: FoundByLevelProps) {
  const words = setupTexts.doctor;
  const groups = byLevel(findings);
  const healthy = groups.every(({ level }) => level === 'ok' || level === 'hint');
  return (
    <Stack gap="lg">
      {healthy && (
        <Alert color="teal" variant="light" icon={<CircleCheck size={18} />} title={words.healthy}>
          {words.healthyText} <AskedText asked={asked} />
        </Alert>
      )}
      {groups.map(({ level, findings: found }) => (
        <Stack key={level} gap="xs" component="section" aria-labelledby={`level-${level}`}>
          <Title order={2} id={`level-${level}`}>
            {words.groups[level]}{' '}
            <Text span inherit c="dimmed" fw={400}>
              {found.length}
            </Text>
          </Title>
          <Paper withBorder>
            <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
              {found.map((finding, index) => (
                <FindingItem
                  key={`${finding.where} ${finding.what}`}
                  finding={finding}
                  first={index === 0}
                />
              ))}
            </ul>
          </Paper>
        </Stack>
      ))}
    </Stack>
  );
}

/** Which domains were checked, or why none was. */
function AskedText({ asked }: Pick<FoundByLevelProps, 'asked'>) {
  const { platforms } = useAppVersion().data;
  const words = setupTexts.doctor.asked;
  if (asked === undefined) return words.notYet;
  if (asked.length > 0) return words.correct(asked.map((address) => new URL(address).host));
  return Object.values(platforms).some(opensLinks) ? words.noDomain : words.noApp;
}

function opensLinks({ enabled, apps = [] }: PlatformSettings): boolean {
  return enabled !== false && apps.length > 0;
}
