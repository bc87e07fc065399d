import { Button, Group, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { savedFilters as texts } from '../../../../texts/saved-filters.ts';

interface FilterNameProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onSubmit'> {
  /** The name that the filter has; empty: it is new. */
  readonly current: string;
  /** Of all filters. */
  readonly names: readonly string[];
  /** The label of the button. */
  readonly action: string;
  readonly isSaving: boolean;
  readonly onSave: (name: string) => Promise<unknown>;
}

/** The form for the name of a filter. */
export function FilterName(props: FilterNameProps) {
  const { current, names, action, isSaving, onSave, description, ...input } = props;
  const [typed, setTyped] = useState(current);
  const name = typed.trim();
  const save = async (): Promise<void> => {
    try {
      await onSave(name);
      setTyped(current);
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
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          description={name !== current && names.includes(name) ? texts.replaces : description}
          value={typed}
          maxLength={60}
          autoComplete="off"
          flex={1}
          onChange={(event) => setTyped(event.currentTarget.value)}
          {...input}
        />
        <Button type="submit" loading={isSaving} disabled={name === ''}>
          {action}
        </Button>
      </Group>
    </form>
  );
}
