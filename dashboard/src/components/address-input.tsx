import { Button, Group, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRef } from 'react';
import { correctedAddresses, type AddressKind } from '../lib/corrected-address.ts';
import { shared as texts } from '../texts/shared.ts';
import classes from './address-input.module.css';
import { EXACT_INPUT } from './exact-input.ts';

interface AddressInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly kind: AddressKind;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** After the last key press: a half-typed address needs no correction. */
const TYPING_MS = 400;

/** The field for every address of the dashboard. It offers to complete an address, such as one without `https://`. */
export function AddressInput({ kind, value, onChange, ...props }: AddressInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [settled] = useDebouncedValue(value, TYPING_MS);
  const corrected =
    settled === value && props.disabled !== true ? correctedAddresses(value, kind) : [];
  return (
    <div className={classes.field}>
      <TextInput
        ref={input}
        {...EXACT_INPUT}
        {...props}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div aria-live="polite">
        {corrected.length > 0 && (
          <Group gap={6} mt={6}>
            <Text size="sm">{texts.didYouMean}</Text>
            {corrected.map((address) => (
              <Button
                key={address}
                size="compact-sm"
                variant="light"
                className={classes.corrected ?? ''}
                aria-label={texts.useAddress(address)}
                onClick={() => {
                  onChange(address);
                  input.current?.focus();
                }}
              >
                {address}
              </Button>
            ))}
          </Group>
        )}
      </div>
    </div>
  );
}
