import { Box, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { differencesOf, type Difference } from '../lib/differences.ts';
import { change as changeTexts } from '../texts/change.ts';
import classes from './change.module.css';

type Fields = Readonly<Record<string, unknown>>;

interface ChangeProps {
  /** What it was, of what is different; `null`: it was not there. */
  readonly before: Fields | null;
  /** The new value; `null`: it was removed. */
  readonly after: Fields | null;
}

/** Long texts are cut to this length. */
const MAX_SHOWN = 100;
const MAX_LENGTH = 4000;

/** A change, place by place, as it was and as it became. */
export function Change({ before, after }: ChangeProps) {
  const differences = useMemo(() => worthTelling(before, after), [before, after]);
  if (differences.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {changeTexts.nothing}
      </Text>
    );
  }
  const left = differences.length - MAX_SHOWN;
  return (
    <Stack gap={6}>
      {differences.slice(0, MAX_SHOWN).map((difference) => (
        <Place key={difference.path.join('\n')} {...difference} />
      ))}
      {left > 0 && (
        <Text size="sm" c="dimmed">
          {changeTexts.more(left)}
        </Text>
      )}
    </Stack>
  );
}

/** Of what came or went as a whole, what is not empty; what people put into metadata, however it is. */
function worthTelling(before: Fields | null, after: Fields | null): Difference[] {
  const all = differencesOf(before, after);
  if (before !== null && after !== null) return all;
  return all.filter((one) => {
    const text = one.before ?? one.after;
    return one.path[0] === 'metadata' || (text !== '' && text !== 'false');
  });
}

function Place({ path, before, after }: Difference) {
  return (
    <Box className={classes.place ?? ''}>
      <Text size="xs" c="dimmed" pt={4} style={{ overflowWrap: 'anywhere' }}>
        {placeName(path)}
      </Text>
      <Box miw={0}>
        {before !== undefined && <Side text={before} side="before" />}
        {after !== undefined && <Side text={after} side="after" />}
      </Box>
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
        background: `color-mix(in srgb, var(--mantine-color-${color}-filled) 10%, transparent)`,
      }}
    >
      <span aria-hidden>{sign}</span>
      <VisuallyHidden>{`${changeTexts[side]}: `}</VisuallyHidden>
      <span dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', minWidth: 0 }}>
        {text === '' ? <i>{changeTexts.empty}</i> : shortened(text)}
      </span>
    </Text>
  );
}

function shortened(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text;
}

const PARTS: Readonly<Record<string, string>> = changeTexts.parts;

/** `Routes › iPhone › Link`. Keys of the metadata are shown unchanged. */
export function placeName(path: readonly string[]): string {
  const free = path[0] === 'metadata' ? 1 : path.length;
  return path
    .map((name, index) =>
      index < free && Object.hasOwn(PARTS, name) ? (PARTS[name] ?? name) : name,
    )
    .join(' › ');
}
