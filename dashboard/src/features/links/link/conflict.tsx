import { Alert, Button, Group, Paper, Text } from '@mantine/core';
import { GitCompareArrows } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { links as linksTexts } from '../../../texts/links.ts';
import { ChangeList } from './change-list.tsx';
import type { Difference } from './differences.ts';

interface ConflictProps {
  /** The changes by someone else. */
  readonly theirs: readonly Difference[] | undefined;
  readonly text: string;
  readonly mineLabel: string;
  readonly theirsLabel: string;
  readonly busy: boolean;
  /** What `onMine` does cannot be undone. */
  readonly danger?: boolean;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

/** Two people changed the same thing: shows what the other one did, and leaves the choice. */
export function Conflict({ theirs, ...props }: ConflictProps) {
  return theirs === undefined ? null : <Choice {...props} theirs={theirs} />;
}

interface ChoiceProps extends ConflictProps {
  readonly theirs: readonly Difference[];
}

function Choice(props: ChoiceProps) {
  const { theirs, text, mineLabel, theirsLabel, busy, danger = false, onMine, onTheirs } = props;
  const alert = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone. The focus is on none of the two, so that nobody who presses
  // Enter twice overwrites anything.
  useEffect(() => alert.current?.focus(), []);
  return (
    <Alert
      ref={alert}
      tabIndex={-1}
      color="orange"
      role="alert"
      icon={<GitCompareArrows size={18} />}
      title={linksTexts.conflict.title}
    >
      <Text size="sm" mb="sm">
        {text}
      </Text>
      <Paper p="sm" radius="sm">
        <ChangeList differences={theirs} />
      </Paper>
      <Group gap="xs" mt="md">
        <Button size="xs" onClick={onMine} loading={busy} {...(danger ? { color: 'red' } : {})}>
          {mineLabel}
        </Button>
        <Button size="xs" variant="default" onClick={onTheirs}>
          {theirsLabel}
        </Button>
      </Group>
    </Alert>
  );
}
