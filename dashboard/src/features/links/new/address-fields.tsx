import { Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import * as texts from '../../../texts/texts.ts';
import type { NewLinkValues } from './new-link.ts';

interface AddressFieldsProps {
  readonly form: UseFormReturnType<NewLinkValues>;
}

/** What the link is for, and what it is called. */
export function AddressFields({ form }: AddressFieldsProps) {
  return (
    <Stack>
      <TextInput
        label={texts.links.uri}
        description={texts.links.uriHint}
        placeholder={texts.links.uriExample}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
        maxLength={2048}
        required
        data-autofocus
        autoFocus
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...form.getInputProps('uri')}
      />
      <TextInput
        label={texts.links.code}
        description={texts.links.codeHint}
        placeholder={texts.links.codeExample}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
        maxLength={32}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...form.getInputProps('code')}
      />
      <Switch
        label={texts.links.unique}
        description={texts.links.uniqueHint}
        {...form.getInputProps('unique', { type: 'checkbox' })}
      />
    </Stack>
  );
}
