import '../../components/mantine-more.css';
import { Alert, Button, ColorInput, Group, Input, NativeSelect, Stack } from '@mantine/core';
import { SegmentedControl, SimpleGrid, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FileChoice } from '../../components/file-choice.tsx';
import { isColor } from '../../lib/color.ts';
import { IMAGE_TYPES } from '../../lib/square-image.ts';
import { qr as words } from '../../texts/qr.ts';
import { shared as texts } from '../../texts/shared.ts';
import { logoOf } from './logo-file.ts';
import {
  FORMATS,
  isQuietZone,
  isSize,
  LEVELS,
  levelOf,
  MAX_QUIET_ZONE,
  MAX_SIZE,
  MIN_SIZE,
  printSize,
  warningsOf,
  type QrChange,
  type QrOptions,
} from './qr-options.ts';

interface QrFieldsProps {
  readonly options: QrOptions;
  readonly onChange: (change: QrChange) => void;
}

/** Format, size, colors, error correction, quiet zone and logo of QR codes. */
export function QrFields({ options, onChange }: QrFieldsProps) {
  const level = levelOf(options);
  const warnings = warningsOf(options);
  return (
    <Stack gap="sm">
      <Input.Wrapper label={words.format} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={words.format}
          data={FORMATS.map((format) => ({ value: format, label: words.formats[format] }))}
          value={options.format}
          onChange={(format) => onChange({ format })}
        />
      </Input.Wrapper>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberField
          label={words.size}
          description={words.printSize(printSize(options.size))}
          value={options.size}
          isValid={isSize}
          error={words.numberWrong(MIN_SIZE, MAX_SIZE)}
          onChange={(size) => onChange({ size })}
        />
        <NumberField
          label={words.quietZone}
          description={words.quietZoneHelp}
          value={options.quietZone}
          isValid={isQuietZone}
          error={words.numberWrong(0, MAX_QUIET_ZONE)}
          onChange={(quietZone) => onChange({ quietZone })}
        />
        <ColorField
          label={words.dark}
          value={options.dark}
          onChange={(dark) => onChange({ dark })}
        />
        <ColorField
          label={words.light}
          value={options.light}
          onChange={(light) => onChange({ light })}
        />
      </SimpleGrid>
      <NativeSelect
        label={words.level}
        description={options.logo === undefined ? words.levelHelp : words.levelOfLogo}
        disabled={options.logo !== undefined}
        data={LEVELS.map((name) => ({ value: name, label: words.levels[name] }))}
        value={level}
        onChange={(event) => {
          const chosen = LEVELS.find((name) => name === event.currentTarget.value);
          if (chosen !== undefined) onChange({ level: chosen });
        }}
      />
      <LogoField options={options} onChange={onChange} />
      {warnings.length > 0 && (
        <Alert color="orange" role="status" title={words.hard}>
          {warnings.map((warning) => (
            <div key={warning}>{words.warnings[warning]}</div>
          ))}
        </Alert>
      )}
    </Stack>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly description: string;
  readonly value: number;
  readonly isValid: (value: number) => boolean;
  readonly error: string;
  readonly onChange: (value: number) => void;
}

/** Keeps what was typed; only valid numbers are used. */
function NumberField({ value, isValid, error, onChange, ...shown }: NumberFieldProps) {
  const [text, setText] = useState(String(value));
  const numberOf = (typed: string): number => (/^\d+$/.test(typed) ? Number(typed) : NaN);
  return (
    <TextInput
      {...shown}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      error={isValid(numberOf(text)) ? undefined : error}
      onChange={(event) => {
        const typed = event.currentTarget.value.trim();
        setText(typed);
        if (isValid(numberOf(typed))) onChange(numberOf(typed));
      }}
    />
  );
}

interface ColorFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (color: string) => void;
}

function ColorField({ label, value, onChange }: ColorFieldProps) {
  const [text, setText] = useState(value);
  return (
    <ColorInput
      label={label}
      format="hex"
      fixOnBlur={false}
      eyeDropperButtonProps={{ 'aria-label': words.pick(label) }}
      value={text}
      error={isColor(text.toLowerCase()) ? undefined : words.colorWrong}
      onChange={(typed) => {
        setText(typed);
        const color = typed.toLowerCase();
        if (isColor(color)) onChange(color);
      }}
    />
  );
}

function LogoField({ options, onChange }: QrFieldsProps) {
  // Not an async function: it would call the `onChange` of the render in which the file was chosen, and undo later changes.
  const reading = useMutation({
    mutationFn: async (file: File) => (await logoOf(file)) ?? null,
    onSuccess: (logo) => {
      if (logo !== null) onChange({ logo });
    },
  });
  const isNoImage = reading.isError || reading.data === null;
  return (
    <Input.Wrapper
      label={words.logo}
      description={words.logoHelp}
      error={isNoImage ? words.noImage(reading.variables.name) : undefined}
      labelElement="div"
      role="group"
      aria-label={words.logo}
    >
      <Group gap="xs" mt={6}>
        <FileChoice
          label={words.logo}
          accept={IMAGE_TYPES}
          size="xs"
          onChoose={(file) => reading.mutate(file)}
        >
          {options.logo === undefined ? words.logoChoose : words.logoReplace}
        </FileChoice>
        {options.logo !== undefined && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            onClick={() => {
              reading.reset();
              onChange({ logo: undefined });
            }}
          >
            {texts.remove}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
