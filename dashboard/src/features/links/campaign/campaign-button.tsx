import { Button, Skeleton, Stack } from '@mantine/core';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { campaign as words } from '../../../texts/campaign.ts';
import type { CampaignProps } from './campaign-fields.tsx';

const CampaignFields = lazyPart(async () => (await import('./campaign-fields.tsx')).CampaignFields);

/** Below the field of an address: opens the fields of its UTM parameters. */
export function CampaignButton({ address, onChange }: CampaignProps) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  const Chevron = opened ? ChevronUp : ChevronDown;
  return (
    <Stack gap="xs" align="stretch">
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ alignSelf: 'flex-start' }}
        rightSection={<Chevron size={14} aria-hidden />}
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={() => setOpened(!opened)}
      >
        {words.title}
      </Button>
      {opened && (
        <div id={id}>
          <Suspense fallback={<Skeleton height={240} aria-busy />}>
            <CampaignFields address={address} onChange={onChange} />
          </Suspense>
        </div>
      )}
    </Stack>
  );
}
