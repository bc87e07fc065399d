import { Progress, Stack, Text } from '@mantine/core';
import { Hint } from './hint.tsx';
import { shared as texts } from '../texts/shared.ts';

interface RunProgressProps {
  /** Names the bar for screen readers. */
  readonly label: string;
  /** Percent; undefined: unknown. */
  readonly done: number | undefined;
  readonly text: string;
  /** The service has no room for the next request. */
  readonly isBusy: boolean;
  readonly hint?: string | undefined;
}

/** How far a run of many requests is. */
export function RunProgress({ label, done, text, isBusy, hint }: RunProgressProps) {
  return (
    <Stack gap="xs">
      <Progress value={done ?? 100} animated={done === undefined} aria-label={label} />
      <Text role="status" size="sm">
        {text} {isBusy && texts.busy}
      </Text>
      {hint !== undefined && <Hint>{hint}</Hint>}
    </Stack>
  );
}
