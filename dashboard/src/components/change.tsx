import { Box, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { differencesOf, type Difference } from '../lib/differences.ts';
import { texts } from '../texts/texts.ts';

type Fields = Readonly<Record<string, unknown>>;

interface ChangeProps {
  /** What it was, of what is different; `null`: it was not there. */
  readonly before: Fields | null;
  /** What it became; `null`: it is not there any more. */
  readonly after: Fields | null;
}

/** More than anybody reads at once. */
const MAX_SHOWN = 100;
const MAX_LENGTH = 4000;

/** A change, place by place, as it was and as it became. */
export function Change({ before, after }: ChangeProps) {
  const differences = useMemo(() => differencesOf(before, after), [before, after]);
  if (differences.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.change.nothing}
      </Text>
    );
  }
  const left = differences.length - MAX_SHOWN;
  return (
    <Stack gap="sm">
      {differences.slice(0, MAX_SHOWN).map((difference) => (
        <Place key={difference.path.join('\n')} {...difference} />
      ))}
      {left > 0 && (
        <Text size="sm" c="dimmed">
          {texts.change.more(left)}
        </Text>
      )}
    </Stack>
  );
}

function Place({ path, before, after }: Difference) {
  return (
    <Box>
      <Text size="xs" fw={600} c="dimmed" mb={2} style={{ overflowWrap: 'anywhere' }}>
        {placeName(path)}
      </Text>
      {before !== undefined && <Side text={before} side="before" />}
      {after !== undefined && <Side text={after} side="after" />}
    </Box>
  );
}

const SIDES = {
  before: { component: 'del', color: 'red', sign: '−' },
  after: { component: 'ins', color: 'teal', sign: '+' },
} as const;

function Side({ text, side }: { readonly text: string; readonly side: keyof typeof SIDES }) {
  const { component, color, sign } = SIDES[side];
  return (
    <Text
      component={component}
      size="sm"
      ff="monospace"
      display="flex"
      px="xs"
      py={2}
      td="none"
      style={{
        gap: 'var(--mantine-spacing-xs)',
        borderInlineStart: `3px solid var(--mantine-color-${color}-filled)`,
        background: `var(--mantine-color-${color}-light)`,
      }}
    >
      <span aria-hidden>{sign}</span>
      <VisuallyHidden>{`${texts.change[side]}: `}</VisuallyHidden>
      <span dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', minWidth: 0 }}>
        {text === '' ? <i>{texts.change.empty}</i> : shortened(text)}
      </span>
    </Text>
  );
}

function shortened(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text;
}

const PARTS: Readonly<Record<string, string>> = texts.change.parts;

/** `Routes › iPhone › Link`. Below the metadata, names are those that somebody gave. */
export function placeName(path: readonly string[]): string {
  const free = path[0] === 'metadata' ? 1 : path.length;
  return path
    .map((name, index) =>
      index < free && Object.hasOwn(PARTS, name) ? (PARTS[name] ?? name) : name,
    )
    .join(' › ');
}
