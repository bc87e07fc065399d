import { NumberInput, type NumberInputProps } from '@mantine/core';

/** A field for a limit: a whole number of at least 1. Blank: no limit. */
export function LimitInput(props: NumberInputProps) {
  return (
    <NumberInput
      min={1}
      max={2_147_483_647}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=" "
      maw={360}
      {...props}
    />
  );
}
