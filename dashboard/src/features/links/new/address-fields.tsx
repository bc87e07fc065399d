import { Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { AddressInput } from '../../../components/address-input.tsx';
import { EXACT_INPUT } from '../../../components/exact-input.ts';
import { WithHelp } from '../../../components/with-help.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { CampaignButton } from '../campaign/campaign-button.tsx';
import type { NewLinkValues } from './new-link.ts';

/** The destination and the short code. */
export function AddressFields({ form }: { readonly form: UseFormReturnType<NewLinkValues> }) {
  return (
    <Stack>
      <AddressInput
        kind="destination"
        label={linksTexts.uri}
        description={linksTexts.uriHint}
        placeholder={linksTexts.uriExample}
        maxLength={2048}
        required
        data-autofocus
        autoFocus
        value={form.values.uri}
        onChange={(uri) => form.setFieldValue('uri', uri)}
        error={form.errors['uri']}
      />
      <CampaignButton
        address={form.values.uri}
        onChange={(uri) => form.setFieldValue('uri', uri)}
      />
      <TextInput
        label={linksTexts.code}
        description={linksTexts.codeHint}
        placeholder={linksTexts.codeExample}
        maxLength={32}
        {...EXACT_INPUT}
        {...form.getInputProps('code')}
      />
      <WithHelp term="unique">
        <Switch
          pr={32}
          label={linksTexts.unique}
          description={linksTexts.uniqueHint}
          {...form.getInputProps('unique', { type: 'checkbox' })}
        />
      </WithHelp>
    </Stack>
  );
}
