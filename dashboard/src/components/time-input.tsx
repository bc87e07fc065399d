import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, type SyntheticEvent } from 'react';
import { WRONG_TIME } from '../lib/local-time.ts';
import { shared as texts } from '../texts/shared.ts';

interface TimeInputProps extends Omit<TextInputProps, 'type' | 'max' | 'value' | 'onChange'> {
  /** A local time; '': none. */
  readonly value: string;
  /** Gets `WRONG_TIME` for a time that is not complete; the form must not send it. */
  readonly onChange: (text: string) => void;
}

/** The field for every date with a time. Incomplete input shows an error; the browser gives it the value ''. */
export function TimeInput({ value, onChange, error, ...props }: TimeInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const isWrong = value === WRONG_TIME;
  const read = ({ currentTarget }: SyntheticEvent<HTMLInputElement>): void => {
    const { badInput, rangeOverflow } = currentTarget.validity;
    // Times from elsewhere have seconds, which do not match the step of the field.
    const typed = badInput || rangeOverflow ? WRONG_TIME : currentTarget.value;
    if (typed !== value) onChange(typed);
  };
  useEffect(() => {
    // The form was reset: for React, the field is empty already.
    if (value === '' && input.current?.validity.badInput) input.current.value = '';
  }, [value]);
  return (
    <TextInput
      ref={input}
      {...props}
      type="datetime-local"
      // Otherwise a year can have six digits.
      max="9999-12-31T23:59"
      value={isWrong ? '' : value}
      onChange={read}
      // A part that is typed or cleared is no change for the browser while the value stays ''.
      onBlur={read}
      onKeyUp={(event) => isWrong && read(event)}
      onKeyDown={(event) => {
        const isSaving = event.key === 'Enter' || event.ctrlKey || event.metaKey;
        if (isSaving) read(event);
      }}
      error={isWrong ? texts.timeWrong : error}
    />
  );
}
