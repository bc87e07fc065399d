import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Choices, Conflict, Side } from '../lib/json-merge.ts';
import { pointerOf } from '../lib/json-node.ts';
import { Hint } from './hint.tsx';
import { conflict as conflictTexts } from '../texts/conflict.ts';
import { shared as texts } from '../texts/shared.ts';
import { FIELD_FORMAT, type ChangeFormat } from './change-text.ts';
import { ChangeValue } from './changes.tsx';
import classes from './changes.module.css';
import { usePhone } from './use-phone.ts';

interface ConflictDialogProps {
  readonly title?: string;
  readonly lead?: ReactNode;
  /** The user chooses a side for each. */
  readonly conflicts: readonly Conflict[];
  readonly format?: ChangeFormat;
  /** The label of the button that applies the choices. */
  readonly action?: string;
  readonly onApply: (choices: Choices) => void;
  readonly onClose: () => void;
  /** Shown above the conflicts. */
  readonly children?: ReactNode;
}

/** Shows conflicting changes by two people; the user chooses a value for each. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { title = conflictTexts.title, lead = conflictTexts.text, conflicts, onApply } = props;
  const { format = FIELD_FORMAT, action = texts.save, onClose, children } = props;
  const isPhone = usePhone();
  const [choices, setChoices] = useState<Choices>(new Map());
  const pointers = conflicts.map(({ path }) => pointerOf(path));
  const undecidedCount = pointers.filter((pointer) => !choices.has(pointer)).length;
  const choose = (chosen: readonly string[], side: Side): void =>
    setChoices(new Map([...choices, ...chosen.map((pointer) => [pointer, side] as const)]));
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={children ? 920 : 'lg'}
      fullScreen={isPhone}
      centered
    >
      <Stack>
        <Text size="sm">{lead}</Text>
        {children}
        {conflicts.length > 1 && (
          <Group gap="xs">
            <Button size="compact-sm" variant="default" onClick={() => choose(pointers, 'mine')}>
              {conflictTexts.allMine}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => choose(pointers, 'theirs')}>
              {conflictTexts.allTheirs}
            </Button>
          </Group>
        )}
        {conflicts.map((conflict, index) => (
          <Choice
            key={pointers[index]}
            conflict={conflict}
            format={format}
            side={choices.get(pointers[index] ?? '')}
            onChoose={(side) => choose(pointers.slice(index, index + 1), side)}
          />
        ))}
        <Group justify="flex-end" className={classes.actions}>
          {undecidedCount > 0 && (
            <Text size="sm" c="dimmed" role="status">
              {conflictTexts.toResolve(undecidedCount)}
            </Text>
          )}
          <Button variant="default" onClick={onClose}>
            {texts.unsavedStay}
          </Button>
          <Button disabled={undecidedCount > 0} onClick={() => onApply(choices)}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface ChoiceProps {
  readonly conflict: Conflict;
  readonly format: ChangeFormat;
  readonly side: Side | undefined;
  readonly onChoose: (side: Side) => void;
}

function Choice({ conflict, format, side, onChoose }: ChoiceProps) {
  const { path } = conflict;
  const value = (of: 'base' | Side) => {
    const { [of]: node } = conflict;
    return (
      <div className={classes.choice}>
        <Hint size="xs">{conflictTexts[of]}</Hint>
        <ChangeValue path={path} text={node && format.textOf(path, node)} />
      </div>
    );
  };
  return (
    <Radio.Group label={format.labelOf(path)} value={side ?? null} onChange={onChoose}>
      <Stack gap="xs" mt={6}>
        {(['mine', 'theirs'] as const).map((of) => (
          <Radio.Card key={of} value={of} p="sm" radius="md">
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <Radio.Indicator />
              {value(of)}
            </Group>
          </Radio.Card>
        ))}
        {conflict.base && value('base')}
      </Stack>
    </Radio.Group>
  );
}
