import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { savedFilters as texts } from '../../../../texts/saved-filters.ts';

interface SaveFilterProps {
  readonly names: readonly string[];
  readonly isSaving: boolean;
  readonly onSave: (name: string) => Promise<unknown>;
}

export function SaveFilter({ names, isSaving, onSave }: SaveFilterProps) {
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const save = async (): Promise<void> => {
    try {
      await onSave(name);
      setTyped('');
    } catch {
      // The dialog shows the error.
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '') void save();
      }}
    >
      <Stack gap="xs">
        <TextInput
          label={texts.name}
          description={names.includes(name) ? texts.replaces : texts.nameHint}
          value={typed}
          maxLength={60}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          type="submit"
          loading={isSaving}
          disabled={name === ''}
          style={{ alignSelf: 'start' }}
        >
          {texts.save}
        </Button>
      </Stack>
    </form>
  );
}
