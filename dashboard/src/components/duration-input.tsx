import { Box, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import {
  secondsOf,
  typedDuration,
  UNIT_NAMES,
  WRONG_DURATION,
  type DurationUnit,
  type TypedDuration,
} from '../lib/duration.ts';
import { duration as texts } from '../texts/duration.ts';

interface DurationInputProps {
  readonly label: string;
  readonly description: string;
  /** Undefined: none. */
  readonly seconds: number | undefined;
  /** Gets `WRONG_DURATION` for text that is no number. */
  readonly onChange: (seconds: number | undefined) => void;
  readonly error: ReactNode;
  readonly disabled: boolean;
}

/** A whole number with its unit. Blank: no duration. */
export function DurationInput(props: DurationInputProps) {
  const { label, description, seconds, onChange, error, disabled } = props;
  const [typed, setTyped] = useState(() => typedDuration(seconds));
  const isWrong = secondsOf(typed) === WRONG_DURATION;
  // Other values come from outside: discarded changes, or the change of someone else.
  const shown = secondsOf(typed) === seconds ? typed : typedDuration(seconds);
  const change = (next: TypedDuration): void => {
    setTyped(next);
    onChange(secondsOf(next));
  };
  const unit = (
    <NativeSelect
      aria-label={`${label}: ${texts.unit}`}
      data={UNIT_NAMES.map((value) => ({ value, label: texts.units[value] }))}
      value={shown.unit}
      onChange={(event) => change({ ...shown, unit: event.currentTarget.value as DurationUnit })}
      disabled={disabled}
      w={120}
    />
  );
  return (
    <TextInput
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      inputContainer={(input) => (
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <Box flex={1}>{input}</Box>
          {unit}
        </Group>
      )}
      inputMode="numeric"
      autoComplete="off"
      value={shown.text}
      onChange={(event) => change({ ...shown, text: event.currentTarget.value })}
      error={isWrong && shown === typed ? texts.wrong : error}
      disabled={disabled}
      maw={360}
    />
  );
}
