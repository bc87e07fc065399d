import { Text, Tooltip } from '@mantine/core';
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
  if (at === null) {
    return (
      <Text size="sm" c="dimmed" span>
        {never}
      </Text>
    );
  }
  return (
    <Tooltip label={fullTime(at)}>
      <Text component="time" dateTime={at} inherit span tabIndex={0}>
        {(planned ? plannedTime : shortTime)(at, Date.now())}
      </Text>
    </Tooltip>
  );
}
