import { Alert, Button, Group, Paper, Text } from '@mantine/core';
import { GitCompareArrows } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Changes } from '../../../components/changes.tsx';
import type { Change } from '../../../lib/json-diff.ts';
import { links as linksTexts } from '../../../texts/links.ts';

interface ConflictProps {
  /** The changes by someone else. */
  readonly theirs: readonly Change[];
  readonly text: string;
  readonly mineLabel: string;
  readonly theirsLabel: string;
  readonly busy: boolean;
  /** What `onMine` does cannot be undone. */
  readonly danger?: boolean;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

/** Someone else changed the same part of a link: shows their changes; the user chooses how to continue. */
export function Conflict(props: ConflictProps) {
  const { theirs, text, mineLabel, theirsLabel, busy, danger = false, onMine, onTheirs } = props;
  const alert = useRef<HTMLDivElement>(null);
  // The pressed button is gone. Neither of the two gets the focus, so that a second Enter overwrites nothing.
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
        <Changes changes={theirs} />
      </Paper>
      <Group gap="xs" mt="md">
        <Button size="xs" onClick={onMine} loading={busy} {...(danger ? { color: 'red' } : {})}>
          {mineLabel}
        </Button>
        <Button size="xs" variant="default" disabled={busy} onClick={onTheirs}>
          {theirsLabel}
        </Button>
      </Group>
    </Alert>
  );
}
