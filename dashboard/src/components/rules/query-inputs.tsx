import { Group, Stack, TagsInput, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { rules as words } from '../../texts/rules.ts';
import { AddButton } from '../add-button.tsx';
import { EXACT_INPUT } from '../exact-input.ts';
import { FieldError } from '../field-error.tsx';
import { IconAction } from '../icon-action.tsx';
import { withMember, type ConditionProps } from './rule.ts';

const MAX_PARAMETERS = 5;

export function QueryInputs({ when, error, disabled, added, onChange }: ConditionProps) {
  const { query = [] } = when;
  const set = (index: number, parameter: (typeof query)[number]): void =>
    onChange({ ...when, query: query.with(index, parameter) });
  return (
    <Stack gap="xs">
      {query.map((parameter, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parameters have no other identity
        <Group key={index} gap="xs" align="flex-start">
          <TextInput
            label={words.query.name}
            value={parameter.name}
            onChange={(event) => set(index, { ...parameter, name: event.currentTarget.value })}
            disabled={disabled}
            autoFocus={added || parameter.name === ''}
            error={error !== undefined}
            maxLength={100}
            flex="1 1 140px"
            {...EXACT_INPUT}
          />
          <TagsInput
            label={words.query.values}
            description={words.query.hint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={[...(parameter.values ?? [])]}
            onChange={(values) =>
              set(index, withMember(parameter, 'values', values.length === 0 ? undefined : values))
            }
            disabled={disabled}
            maxTags={20}
            maxLength={200}
            acceptValueOnBlur
            flex="2 1 180px"
            {...EXACT_INPUT}
          />
          {query.length > 1 && (
            <IconAction
              label={words.query.remove(parameter.name)}
              mt={28}
              disabled={disabled}
              onClick={() => onChange({ ...when, query: query.toSpliced(index, 1) })}
            >
              <X size={16} />
            </IconAction>
          )}
        </Group>
      ))}
      {query.length < MAX_PARAMETERS && (
        <AddButton
          variant="subtle"
          disabled={disabled}
          onClick={() => onChange({ ...when, query: [...query, { name: '' }] })}
        >
          {words.query.add}
        </AddButton>
      )}
      <FieldError error={error} />
    </Stack>
  );
}
