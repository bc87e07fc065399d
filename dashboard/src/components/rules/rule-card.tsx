import { Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { rules as words } from '../../texts/rules.ts';
import { IconAction } from '../icon-action.tsx';
import { RuleConditions } from './rule-conditions.tsx';
import { RuleRoutes } from './rule-routes.tsx';
import { withMember, type Rule } from './rule.ts';

interface RuleCardProps {
  readonly id: string;
  readonly rule: Rule;
  readonly index: number;
  readonly count: number;
  /** The rule was just added. */
  readonly added: boolean;
  /** The error at a location inside of the rule. */
  readonly issue: (pointer: string) => string | undefined;
  readonly disabled: boolean;
  readonly onChange: (rule: Rule) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

export function RuleCard(props: RuleCardProps) {
  const { id, rule, index, count, added, issue, disabled, onChange, onMove, onRemove } = props;
  const number = index + 1;
  const { name = '' } = rule;
  const button = (what: string, label: string, icon: ReactNode, on: boolean, act: () => void) => (
    <IconAction id={`${id}-${what}`} label={label} disabled={disabled || !on} onClick={act}>
      {icon}
    </IconAction>
  );
  return (
    <Paper withBorder p="md" role="group" aria-label={words.named(number, name)}>
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text fw={600}>{words.rule(number)}</Text>
          <Group gap={2} wrap="nowrap">
            {button('up', words.up(number), <ArrowUp size={16} />, index > 0, () =>
              onMove(index - 1),
            )}
            {button('down', words.down(number), <ArrowDown size={16} />, number < count, () =>
              onMove(index + 1),
            )}
            {button('remove', words.remove(number), <Trash2 size={16} />, true, onRemove)}
          </Group>
        </Group>
        <TextInput
          label={words.name}
          description={words.nameHint}
          value={name}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            onChange(withMember(rule, 'name', typed === '' ? undefined : typed));
          }}
          error={issue('/name')}
          disabled={disabled}
          autoFocus={added}
          maxLength={120}
        />
        <RuleConditions
          when={rule.when}
          issue={(pointer) => issue(`/when${pointer}`)}
          disabled={disabled}
          onChange={(when) => onChange({ ...rule, when })}
        />
        <RuleRoutes
          routes={rule.routes}
          issue={(pointer) => issue(`/routes${pointer}`)}
          disabled={disabled}
          onChange={(routes) => onChange({ ...rule, routes })}
        />
      </Stack>
    </Paper>
  );
}
