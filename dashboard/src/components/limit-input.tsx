import { TextInput, type TextInputProps } from '@mantine/core';
import { isLimit, limitOf, type LimitValue } from '../lib/limit.ts';
import { shared as texts } from '../texts/shared.ts';

interface LimitInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: LimitValue;
  readonly onChange: (value: LimitValue) => void;
}

/**
 * The field for every number of the dashboard: a limit, which is a whole number of at least 1. Blank: no limit. Other
 * text stays as it is and shows an error; the form must not send it (`isLimit`).
 */
export function LimitInput({ value, onChange, error, ...props }: LimitInputProps) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      maw={360}
      {...props}
      value={String(value)}
      onChange={(event) => onChange(limitOf(event.currentTarget.value))}
      error={isLimit(value) ? error : texts.limitWrong}
    />
  );
}
