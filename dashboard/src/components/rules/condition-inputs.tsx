import { NumberInput, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { localTime, timeZone, utcTime } from '../../lib/local-time.ts';
import { rules as words } from '../../texts/rules.ts';
import { EXACT_INPUT } from '../exact-input.ts';
import { FieldError } from '../field-error.tsx';
import { TimeInput } from '../time-input.tsx';
import { QueryInputs } from './query-inputs.tsx';
import { hasCompleteTimes, withMember, type ConditionKind, type ConditionProps } from './rule.ts';

export function ConditionInputs({
  kind,
  ...props
}: ConditionProps & { readonly kind: ConditionKind }) {
  switch (kind) {
    case 'language':
    case 'country':
      return <Values kind={kind} {...props} />;
    case 'time':
      return <Times {...props} />;
    case 'percent':
      return <Percentages {...props} />;
    case 'query':
      return <QueryInputs {...props} />;
    case 'app_version':
      return <Versions {...props} />;
  }
}

function Values(props: ConditionProps & { readonly kind: 'language' | 'country' }) {
  const { kind, when, error, disabled, added, onChange } = props;
  return (
    <TagsInput
      label={words[kind].label}
      description={words[kind].hint}
      value={[...(when[kind] ?? [])]}
      onChange={(values) => onChange({ ...when, [kind]: values.map((value) => value.trim()) })}
      error={error}
      disabled={disabled}
      autoFocus={added}
      acceptValueOnBlur
      maxTags={kind === 'language' ? 20 : 60}
      {...EXACT_INPUT}
    />
  );
}

function Times({ when, error, disabled, added, onChange }: ConditionProps) {
  const { time = {} } = when;
  const field = (end: 'from' | 'until', isFirst: boolean) => (
    <TimeInput
      label={words.time[end]}
      value={localTime(time[end] ?? null)}
      onChange={(text) =>
        onChange({ ...when, time: withMember(time, end, utcTime(text) ?? undefined) })
      }
      disabled={disabled}
      autoFocus={isFirst && added}
      error={error !== undefined}
    />
  );
  return (
    <Pair error={hasCompleteTimes({ when }) ? error : undefined} hint={words.time.zone(timeZone())}>
      {field('from', true)}
      {field('until', false)}
    </Pair>
  );
}

function Percentages({ when, error, disabled, added, onChange }: ConditionProps) {
  const { percent = {} } = when;
  const field = (end: 'from' | 'below', min: number, max: number) => (
    <NumberInput
      label={words.percent[end]}
      value={percent[end] ?? ''}
      onChange={(typed) =>
        onChange({
          ...when,
          percent: withMember(percent, end, typed === '' ? undefined : Number(typed)),
        })
      }
      placeholder={String(end === 'from' ? 0 : 100)}
      min={min}
      max={max}
      allowDecimal={false}
      // The service says what is wrong with another number.
      clampBehavior="none"
      disabled={disabled}
      autoFocus={end === 'from' && added}
      error={error !== undefined}
    />
  );
  return (
    <Pair error={error} hint={words.percent.hint}>
      {field('from', 0, 99)}
      {field('below', 1, 100)}
    </Pair>
  );
}

function Versions({ when, error, disabled, added, onChange }: ConditionProps) {
  const { app_version: version = {} } = when;
  const field = (end: 'from' | 'below') => (
    <TextInput
      label={words.app_version[end]}
      placeholder="5.2"
      value={version[end] ?? ''}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        const changed = withMember(version, end, typed === '' ? undefined : typed);
        onChange({ ...when, app_version: changed });
      }}
      disabled={disabled}
      autoFocus={end === 'from' && added}
      error={error !== undefined}
      {...EXACT_INPUT}
    />
  );
  return (
    <Pair error={error} hint={words.app_version.hint}>
      {field('from')}
      {field('below')}
    </Pair>
  );
}

interface PairProps {
  readonly error: string | undefined;
  readonly hint: string;
  readonly children: ReactNode;
}

/** Two fields of a range, with a hint and an error for both. */
function Pair({ error, hint, children }: PairProps) {
  return (
    <Stack gap={4}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>{children}</SimpleGrid>
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
      <FieldError error={error} />
    </Stack>
  );
}
