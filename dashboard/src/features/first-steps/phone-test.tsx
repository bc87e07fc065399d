import '../../components/mantine-more.css';
import { Alert, Checkbox, Group, Loader, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Suspense } from 'react';
import { useApp } from '../../api/session.ts';
import type { SetupProgress } from '../../api/types.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { firstSteps } from '../../texts/first-steps.ts';
import { progressQuery } from './progress-query.ts';

const QrPanel = lazyPart(async () => (await import('../qr/qr-panel.tsx')).QrPanel);

/** How often the dialog asks whether the visit was counted. */
const ASK_MS = 4000;

interface PhoneTestProps {
  readonly link: NonNullable<SetupProgress['newest_link']>;
  readonly opened: boolean;
  readonly isCounted: boolean;
  readonly onClose: () => void;
  readonly onTested: (tested: boolean) => void;
}

/** The QR code of a link, and whether a phone has opened it. */
export function PhoneTest({ link, opened, isCounted, onClose, onTested }: PhoneTestProps) {
  const texts = firstSteps.phone;
  return (
    <Modal opened={opened} onClose={onClose} title={texts.title}>
      <Stack>
        <Text size="sm">{texts.text}</Text>
        <Suspense fallback={<Skeleton height={320} aria-busy />}>
          <QrPanel address={link.smartlink} code={link.code} />
        </Suspense>
        {isCounted ? (
          <VisitState />
        ) : (
          <Checkbox
            label={texts.tested}
            onChange={(event) => {
              onClose();
              onTested(event.currentTarget.checked);
            }}
          />
        )}
      </Stack>
    </Modal>
  );
}

function VisitState() {
  const texts = firstSteps.phone;
  const query = { ...progressQuery(useApp()), refetchInterval: ASK_MS };
  const isCounted = useQuery(query).data?.phone_visit === true;
  return (
    <div role="status">
      {isCounted ? (
        <Alert color="teal" icon={<CircleCheck size={18} aria-hidden />}>
          {texts.counted}
        </Alert>
      ) : (
        <Group gap="xs" justify="center">
          <Loader size="xs" aria-hidden />
          <Text size="sm" c="dimmed">
            {texts.waiting}
          </Text>
        </Group>
      )}
    </div>
  );
}
