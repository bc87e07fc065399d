import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { clicks as words } from '../../texts/clicks.ts';

/** When the numbers were loaded. `at` is in milliseconds since 1970-01-01 UTC. */
export function LiveNote({ at }: { readonly at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  return (
    <Text size="xs" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {words.live(seconds)}
    </Text>
  );
}
