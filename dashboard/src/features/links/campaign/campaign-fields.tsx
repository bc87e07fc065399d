import { Autocomplete, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { EXACT_INPUT } from '../../../components/exact-input.ts';
import { Hint } from '../../../components/hint.tsx';
import { openedAddress } from '../../../lib/opened-address.ts';
import { campaign as words } from '../../../texts/campaign.ts';
import { CAMPAIGN_FIELDS, campaignOf, withCampaign, type CampaignField } from './campaign.ts';
import { useUsedValues } from './use-used-values.ts';

export interface CampaignProps {
  /** The address as it is in its field. */
  readonly address: string;
  readonly onChange: (address: string) => void;
}

/** The longest address of a link. */
const MAX_ADDRESS = 2048;

/** The UTM parameters of an address. They are part of the address and have no other state. */
export function CampaignFields({ address, onChange }: CampaignProps) {
  const { read } = useUsedValues();
  const [used] = useState(read);
  const campaign = campaignOf(address);
  const isEmpty = address.trim() === '';
  const set = (field: CampaignField, value: string): void =>
    onChange(withCampaign(address.trim(), field, value));
  return (
    <Paper withBorder p="sm" role="group" aria-label={words.title}>
      <Stack gap="sm">
        <Hint>{isEmpty ? words.addressFirst : words.hint}</Hint>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
          {CAMPAIGN_FIELDS.map((field) => (
            <Autocomplete
              key={field}
              size="sm"
              label={words.fields[field]}
              placeholder={words.examples[field]}
              data={[...used[field]]}
              value={campaign[field]}
              disabled={isEmpty}
              maxLength={200}
              {...EXACT_INPUT}
              onChange={(value) => set(field, value)}
              onBlur={() => {
                const trimmed = campaign[field].trim();
                if (trimmed !== campaign[field]) set(field, trimmed);
              }}
            />
          ))}
        </SimpleGrid>
        {!isEmpty && (
          <div>
            <Text size="sm" fw={600}>
              {words.result}
            </Text>
            <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {openedAddress(address.trim())}
            </Text>
          </div>
        )}
        {address.trim().length > MAX_ADDRESS && (
          <Text size="sm" c="red" role="alert">
            {words.tooLong(MAX_ADDRESS)}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
