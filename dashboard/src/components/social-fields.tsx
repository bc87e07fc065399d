import { Stack, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Social } from '../api/types.ts';
import { links as linksTexts } from '../texts/links.ts';
import { AddressInput } from './address-input.tsx';

type Name = keyof Social;

interface SocialFieldsProps {
  readonly values: Social;
  readonly error: (name: Name) => ReactNode;
  readonly onChange: (name: Name, text: string) => void;
  readonly disabled?: boolean;
}

/** The texts and the image of a social preview. */
export function SocialFields({ values, error, onChange, disabled = false }: SocialFieldsProps) {
  const field = (name: Name) => ({
    disabled,
    value: values[name] ?? '',
    error: error(name),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(name, event.currentTarget.value),
  });
  return (
    <Stack>
      <TextInput label={linksTexts.cardTitle} maxLength={120} {...field('title')} />
      <Textarea
        label={linksTexts.cardDescription}
        maxLength={300}
        autosize
        minRows={2}
        {...field('description')}
      />
      <AddressInput
        kind="web"
        label={linksTexts.cardImage}
        description={linksTexts.cardImageHint}
        placeholder="https://"
        inputMode="url"
        maxLength={2048}
        disabled={disabled}
        value={values.image ?? ''}
        error={error('image')}
        onChange={(text) => onChange('image', text)}
      />
    </Stack>
  );
}
