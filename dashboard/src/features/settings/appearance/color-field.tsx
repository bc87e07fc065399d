import { ColorInput, Group, Text } from '@mantine/core';
import { Hint } from '../../../components/hint.tsx';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { colorNote } from '../../../lib/color.ts';

interface ColorFieldProps {
  readonly value: string | undefined;
  readonly onChange: (color: string | undefined) => void;
  readonly error: string | undefined;
  readonly disabled: boolean;
}

/** The first one is the color of pages without a setting. */
const SWATCHES = ['#2b59ff', '#0b6e4f', '#7048e8', '#c2255c', '#e8590c', '#f2b705', '#1a1b1e'];

/** The color of buttons and the contrast of their text. */
export function ColorField({ value, onChange, error, disabled }: ColorFieldProps) {
  const words = setupTexts.appearance;
  const note = colorNote(value ?? '');
  return (
    <div>
      <ColorInput
        label={words.color}
        description={words.colorHelp}
        placeholder={SWATCHES[0]}
        value={value ?? ''}
        onChange={(color) => onChange(color === '' ? undefined : color.toLowerCase())}
        error={error}
        disabled={disabled}
        format="hex"
        fixOnBlur={false}
        swatches={SWATCHES}
        swatchesPerRow={7}
        eyeDropperButtonProps={{ 'aria-label': words.colorPick }}
        maw={280}
      />
      {note !== undefined && (
        <Group gap="xs" mt={6}>
          <Text
            span
            size="xs"
            fw={600}
            px={8}
            py={2}
            style={{
              background: value,
              color: note.text,
              borderRadius: 'var(--mantine-radius-sm)',
            }}
          >
            {words.colorSample}
          </Text>
          <Hint size="xs">{note.darkened ? words.colorDarkened : words.colorText(note.text)}</Hint>
        </Group>
      )}
    </div>
  );
}
