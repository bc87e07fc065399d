import { Text, Tooltip } from '@mantine/core';
import { Hint } from './hint.tsx';
import { fullTime, plannedTime, shortTime } from '../lib/time.ts';

interface TimeProps {
  /** RFC 3339; null: never. */
  readonly at: string | null;
  /** Shown instead of a time that is null. */
  readonly never?: string;
  /** Something that is still to happen. */
  readonly planned?: boolean;
}

/** A short time; the full time is a tooltip, which the keyboard reaches too. */
export function Time({ at, never = '', planned = false }: TimeProps) {
  if (at === null) return <Hint span>{never}</Hint>;
  return (
    <Tooltip label={fullTime(at)}>
      <Text component="time" dateTime={at} inherit span tabIndex={0}>
        {(planned ? plannedTime : shortTime)(at, Date.now())}
      </Text>
    </Tooltip>
  );
}
