import { Stack, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { links as linksTexts } from '../../texts/links.ts';

export interface Names {
  readonly name: string;
  readonly note: string;
}

interface NameFieldsProps {
  readonly values: Names;
  readonly error: (field: keyof Names) => ReactNode;
  readonly onChange: (field: keyof Names, text: string) => void;
}

/** The name and the note of a link, which only people with access to the app see. */
export function NameFields({ values, error, onChange }: NameFieldsProps) {
  return (
    <Stack>
      <TextInput
        label={linksTexts.name}
        description={linksTexts.nameHint}
        value={values.name}
        onChange={(event) => onChange('name', event.currentTarget.value)}
        error={error('name')}
        maxLength={120}
        autoComplete="off"
      />
      <Textarea
        label={linksTexts.note}
        value={values.note}
        onChange={(event) => onChange('note', event.currentTarget.value)}
        error={error('note')}
        maxLength={2000}
        autosize
        minRows={2}
        maxRows={8}
      />
    </Stack>
  );
}
