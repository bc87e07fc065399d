import { Text, Tooltip } from '@mantine/core';
import { shortTime, fullTime } from '../lib/time.ts';

interface TimeProps {
  /** RFC 3339; null: never. */
  readonly at: string | null;
  /** Shown instead of a time that is null. */
  readonly never?: string;
}

/** A short time; the full time is a tooltip and available to screen readers. */
export function Time({ at, never = '' }: TimeProps) {
  if (at === null) {
    return (
      <Text size="sm" c="dimmed" span>
        {never}
      </Text>
    );
  }
  return (
    <Tooltip label={fullTime(at)}>
      <Text component="time" dateTime={at} inherit span>
        {shortTime(at, Date.now())}
      </Text>
    </Tooltip>
  );
}
