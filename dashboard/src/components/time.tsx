import { Text, Tooltip } from '@mantine/core';
import { shortTime, wholeTime } from '../lib/time.ts';

/** A time in short, with the whole of it on hover and for screen readers. */
export function Time({ at }: { readonly at: string }) {
  return (
    <Tooltip label={wholeTime(at)}>
      <Text component="time" dateTime={at} inherit span>
        {shortTime(at, Date.now())}
      </Text>
    </Tooltip>
  );
}
