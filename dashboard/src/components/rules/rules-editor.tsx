import { Stack } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { newKey } from '../../lib/new-key.ts';
import { rules as words } from '../../texts/rules.ts';
import { AddButton } from '../add-button.tsx';
import { FieldError } from '../field-error.tsx';
import { Hint } from '../hint.tsx';
import { RuleCard } from './rule-card.tsx';
import { MAX_RULES, moved, NEW_RULE, type Rule } from './rule.ts';

interface RulesEditorProps {
  readonly rules: readonly Rule[];
  /** What is said without rules. */
  readonly none: string;
  /** The errors, by their locations. */
  readonly issues: ReadonlyMap<string, string>;
  readonly disabled?: boolean;
  readonly onChange: (rules: readonly Rule[]) => void;
}

/** Rules in their order. They can be moved with buttons, so also with the keyboard. */
export function RulesEditor({ rules, none, issues, disabled = false, onChange }: RulesEditorProps) {
  const id = useId();
  const adding = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState<string>();
  // Rules have no identity of their own, and an input must not move to the state of another rule.
  const [kept, setKeys] = useState<readonly string[]>(() => rules.map(newKey));
  // Others have added or removed rules.
  const keys = kept.length === rules.length ? kept : rules.map(newKey);
  if (keys !== kept) setKeys(keys);
  const focus = (...ids: readonly string[]): void => {
    setTimeout(() => {
      const found = ids.map((one) => document.getElementById(one)).find(isEnabled);
      (found ?? adding.current)?.focus();
    });
  };
  const add = (): void => {
    const key = newKey();
    setAdded(key);
    setKeys([...keys, key]);
    onChange([...rules, NEW_RULE]);
  };
  const move = (from: number, to: number): void => {
    setKeys(moved(keys, from, to));
    onChange(moved(rules, from, to));
    const [same, other] = to < from ? ['up', 'down'] : ['down', 'up'];
    // The button of the rule, or the other one at the end of the list.
    focus(`${id}-${keys[from]}-${same}`, `${id}-${keys[from]}-${other}`);
  };
  const remove = (index: number): void => {
    setKeys(keys.toSpliced(index, 1));
    onChange(rules.toSpliced(index, 1));
    focus(`${id}-${keys[index + 1] ?? keys[index - 1]}-remove`);
  };
  const error = issues.get('/rules');
  return (
    <Stack gap="md">
      {rules.length === 0 && <Hint>{none}</Hint>}
      {rules.map((rule, index) => (
        <RuleCard
          key={keys[index]}
          id={`${id}-${keys[index]}`}
          rule={rule}
          index={index}
          count={rules.length}
          added={keys[index] === added}
          issue={(pointer) => issues.get(`/rules/${index}${pointer}`)}
          disabled={disabled}
          onChange={(changed) => onChange(rules.with(index, changed))}
          onMove={(to) => move(index, to)}
          onRemove={() => remove(index)}
        />
      ))}
      {rules.length < MAX_RULES && !disabled && (
        <AddButton ref={adding} onClick={add}>
          {words.add}
        </AddButton>
      )}
      <FieldError error={error} />
    </Stack>
  );
}

function isEnabled(element: HTMLElement | null): element is HTMLElement {
  return element !== null && !element.hasAttribute('disabled');
}
