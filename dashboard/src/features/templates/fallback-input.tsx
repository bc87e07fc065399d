import { NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Platform } from '../../api/types.ts';
import { AddressInput } from '../../components/address-input.tsx';
import { templates as templatesTexts } from '../../texts/templates.ts';
import { shared as texts } from '../../texts/shared.ts';

type Kind = 'default' | 'web' | 'none' | 'custom';

interface FallbackInputProps {
  readonly platform: Platform;
  /** `undefined`: the default of the platform; empty: none; `@web`: the web route of the same link. */
  readonly value: string | undefined;
  readonly platformDefault: string;
  readonly onChange: (value: string | undefined) => void;
  readonly error: string | undefined;
  readonly disabled: boolean;
}

const WEB = '@web';

/** The fallback for visitors without the app: one of the common choices or an address. */
export function FallbackInput(props: FallbackInputProps) {
  const { platform, value, platformDefault, onChange, error, disabled } = props;
  // The user chose "Other address" but has not typed yet: the value alone would mean "None".
  const [typing, setTyping] = useState(false);
  const kind = kindOf(value, typing);
  const fallbackTexts = templatesTexts.card.fallbacks;
  const choose = (next: Kind): void => {
    setTyping(next === 'custom');
    onChange(next === 'default' ? undefined : next === 'web' ? WEB : '');
  };
  return (
    <Stack gap={6}>
      <NativeSelect
        label={platform === 'web' ? templatesTexts.card.fallback : templatesTexts.card.withoutApp}
        value={kind}
        onChange={(event) => choose(event.currentTarget.value as Kind)}
        disabled={disabled}
        error={kind === 'custom' ? undefined : error}
        data={[
          {
            value: 'default',
            label:
              platformDefault === ''
                ? fallbackTexts.platformDefaultNone
                : fallbackTexts.platformDefault(shortened(platformDefault)),
          },
          ...(platform === 'web' && kind !== 'web'
            ? []
            : [{ value: 'web', label: fallbackTexts.web }]),
          { value: 'none', label: fallbackTexts.none },
          { value: 'custom', label: fallbackTexts.custom },
        ]}
      />
      {kind === 'custom' && (
        <AddressInput
          kind="web"
          aria-label={`${templatesTexts.card.fallback}: ${texts.platforms[platform]}`}
          placeholder="https://"
          value={value ?? ''}
          onChange={(text) => {
            setTyping(true);
            onChange(text);
          }}
          error={error}
          disabled={disabled}
          autoFocus={typing && value === ''}
        />
      )}
    </Stack>
  );
}

function kindOf(value: string | undefined, typing: boolean): Kind {
  if (value === undefined) return 'default';
  if (value === WEB) return 'web';
  return value === '' && !typing ? 'none' : 'custom';
}

function shortened(address: string): string {
  return address.length > 40 ? `${address.slice(0, 39)}…` : address;
}
