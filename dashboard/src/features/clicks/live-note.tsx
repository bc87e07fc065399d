import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { clicks as words } from '../../texts/clicks.ts';

interface LiveNoteProps {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  /** New clicks appear at once. */
  readonly streaming: boolean;
}

/** When the numbers were loaded. */
export function LiveNote({ at, streaming }: LiveNoteProps) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  return (
    <Text size="xs" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {streaming && (
        <Text span inherit fw={600} title={words.streamingText}>
          {words.streaming}
        </Text>
      )}{' '}
      <span>{words.live(seconds)}</span>
    </Text>
  );
}
