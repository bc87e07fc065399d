import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { rules as words } from '../../texts/rules.ts';
import { FieldError } from '../field-error.tsx';
import { ConditionInputs } from './condition-inputs.tsx';
import {
  CONDITION_KINDS,
  newCondition,
  withMember,
  type ConditionKind,
  type Conditions,
} from './rule.ts';

interface RuleConditionsProps {
  readonly when: Conditions;
  /** The error at a location inside; `''`: of all conditions. */
  readonly issue: (pointer: string) => string | undefined;
  readonly disabled: boolean;
  readonly onChange: (when: Conditions) => void;
}

export function RuleConditions({ when, issue, disabled, onChange }: RuleConditionsProps) {
  const [added, setAdded] = useState<ConditionKind>();
  const missing = CONDITION_KINDS.filter((kind) => when[kind] === undefined);
  const error = issue('');
  return (
    <Stack gap="sm" role="group" aria-label={words.conditions}>
      <Text size="sm" fw={600}>
        {words.conditions}
        <Text span inherit fw={400} c="dimmed">
          {' '}
          {words.conditionsText}
        </Text>
      </Text>
      {CONDITION_KINDS.map(
        (kind) =>
          when[kind] !== undefined && (
            <Group key={kind} gap="xs" wrap="nowrap" align="flex-start">
              <div role="group" aria-label={words.kinds[kind]} style={{ flexGrow: 1, minWidth: 0 }}>
                <ConditionInputs
                  kind={kind}
                  when={when}
                  error={issue(`/${kind}`)}
                  disabled={disabled}
                  added={kind === added}
                  onChange={onChange}
                />
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={words.removeCondition(words.kinds[kind])}
                disabled={disabled}
                onClick={() => onChange(withMember(when, kind, undefined))}
              >
                <X size={16} />
              </ActionIcon>
            </Group>
          ),
      )}
      {missing.length > 0 && !disabled && (
        // The field of the new condition gets the focus; the menu must not take it back.
        <Menu position="bottom-start" returnFocus={false}>
          <Menu.Target>
            <Button
              variant="subtle"
              size="xs"
              leftSection={<Plus size={14} aria-hidden />}
              style={{ alignSelf: 'flex-start' }}
              aria-invalid={error !== undefined}
            >
              {words.addCondition}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {missing.map((kind) => (
              <Menu.Item
                key={kind}
                onClick={() => {
                  setAdded(kind);
                  onChange({ ...when, ...newCondition(kind) });
                }}
              >
                {words.kinds[kind]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <FieldError error={error} />
    </Stack>
  );
}
