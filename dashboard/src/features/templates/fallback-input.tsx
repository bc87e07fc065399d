import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Platform } from '../../api/types.ts';
import { EXACT_INPUT } from '../../components/exact-input.ts';
import { templates as templatesTexts } from '../../texts/templates.ts';
import * as texts from '../../texts/texts.ts';

type Kind = 'usual' | 'web' | 'none' | 'own';

interface FallbackInputProps {
  readonly platform: Platform;
  /** `undefined`: the default of the platform; empty: none; `@web`: the web route of the same link. */
  readonly value: string | undefined;
  /** The default of the platform. */
  readonly usual: string;
  readonly onChange: (value: string | undefined) => void;
  readonly error: string | undefined;
  readonly disabled: boolean;
}

const WEB = '@web';

/** The fallback for visitors without the app: a common choice or an address. */
export function FallbackInput(props: FallbackInputProps) {
  const { platform, value, usual, onChange, error, disabled } = props;
  // An address that is selected but still empty looks like no fallback.
  const [typing, setTyping] = useState(false);
  const kind = kindOf(value, typing);
  const words = templatesTexts.card.fallbacks;
  const choose = (next: Kind): void => {
    setTyping(next === 'own');
    onChange(next === 'usual' ? undefined : next === 'web' ? WEB : '');
  };
  return (
    <Stack gap={6}>
      <NativeSelect
        label={platform === 'web' ? templatesTexts.card.fallback : templatesTexts.card.withoutApp}
        value={kind}
        onChange={(event) => choose(event.currentTarget.value as Kind)}
        disabled={disabled}
        error={kind === 'own' ? undefined : error}
        data={[
          { value: 'usual', label: usual === '' ? words.usualNone : words.usual(shortened(usual)) },
          ...(platform === 'web' && kind !== 'web' ? [] : [{ value: 'web', label: words.web }]),
          { value: 'none', label: words.none },
          { value: 'own', label: words.own },
        ]}
      />
      {kind === 'own' && (
        <TextInput
          aria-label={`${templatesTexts.card.fallback}: ${texts.platforms[platform]}`}
          placeholder="https://"
          value={value ?? ''}
          onChange={(event) => {
            setTyping(true);
            onChange(event.currentTarget.value);
          }}
          error={error}
          disabled={disabled}
          autoFocus={typing && value === ''}
          {...EXACT_INPUT}
        />
      )}
    </Stack>
  );
}

function kindOf(value: string | undefined, typing: boolean): Kind {
  if (value === undefined) return 'usual';
  if (value === WEB) return 'web';
  return value === '' && !typing ? 'none' : 'own';
}

function shortened(address: string): string {
  return address.length > 40 ? `${address.slice(0, 39)}…` : address;
}
