import { Stack, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { links as linksTexts } from '../../../texts/links.ts';

type Name = 'title' | 'description' | 'image';

interface SocialFieldsProps {
  readonly values: Readonly<Record<Name, string>>;
  /** By `social.title` and so on. */
  readonly errors: Readonly<Record<string, ReactNode>>;
  readonly onChange: (name: Name, text: string) => void;
}

export function SocialFields({ values, errors, onChange }: SocialFieldsProps) {
  const field = (name: Name) => ({
    value: values[name],
    error: errors[`social.${name}`],
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
      <TextInput
        label={linksTexts.cardImage}
        description={linksTexts.cardImageHint}
        placeholder="https://"
        type="url"
        inputMode="url"
        spellCheck={false}
        maxLength={2048}
        {...field('image')}
      />
    </Stack>
  );
}
