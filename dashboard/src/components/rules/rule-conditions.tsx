import { Group } from '@mantine/core';
import { X } from 'lucide-react';
import { useState } from 'react';
import { rules as words } from '../../texts/rules.ts';
import { AddMenu } from '../add-menu.tsx';
import { IconAction } from '../icon-action.tsx';
import { ConditionInputs } from './condition-inputs.tsx';
import { RulePart } from './rule-part.tsx';
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
  const error = issue('');
  return (
    <RulePart title={words.conditions} hint={words.conditionsHint} error={error}>
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
              <IconAction
                label={words.removeCondition(words.kinds[kind])}
                disabled={disabled}
                onClick={() => onChange(withMember(when, kind, undefined))}
              >
                <X size={16} />
              </IconAction>
            </Group>
          ),
      )}
      {!disabled && (
        <AddMenu
          label={words.addCondition}
          missing={CONDITION_KINDS.filter((kind) => when[kind] === undefined)}
          texts={words.kinds}
          invalid={error !== undefined}
          onAdd={(kind) => {
            setAdded(kind);
            onChange({ ...when, ...newCondition(kind) });
          }}
        />
      )}
    </RulePart>
  );
}
