import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { AddressInput } from '../../components/address-input.tsx';
import { TimeInput } from '../../components/time-input.tsx';
import { timeZone } from '../../lib/local-time.ts';
import { links as linksTexts } from '../../texts/links.ts';
import type { ValidityField, ValidityValues } from './validity.ts';

interface ValidityFieldsProps {
  readonly values: ValidityValues;
  readonly error: (field: ValidityField) => ReactNode;
  readonly onChange: (field: ValidityField, text: string) => void;
}

const words = linksTexts.validity;

/** When a link works, and where visitors go before and after. */
export function ValidityFields({ values, error, onChange }: ValidityFieldsProps) {
  const time = (field: 'valid_from' | 'valid_until') => (
    <TimeInput
      label={words[field]}
      value={values[field]}
      onChange={(text) => onChange(field, text)}
      error={error(field)}
    />
  );
  const address = (field: 'early_url' | 'expired_url') => (
    <AddressInput
      kind="web"
      label={words[field]}
      description={words.addressHint}
      maxLength={2048}
      value={values[field]}
      onChange={(text) => onChange(field, text)}
      error={error(field)}
    />
  );
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {time('valid_from')}
        {time('valid_until')}
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        {words.zone(timeZone())}
      </Text>
      {(values.valid_from !== '' || values.early_url !== '') && address('early_url')}
      {(values.valid_until !== '' || values.expired_url !== '') && address('expired_url')}
    </Stack>
  );
}
