import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { MergeConflict } from '../lib/merge.ts';
import { setup as setupTexts } from '../texts/setup.ts';
import { ConflictValue } from './conflict-value.tsx';

type Side = 'mine' | 'theirs';

interface ClashDialogProps {
  readonly clashes: readonly MergeConflict[];
  /** What the place that a pointer names is called on the page. */
  readonly labelOf: (pointer: string) => string;
  readonly pending: boolean;
  /** The conflicts for which the user keeps the saved value. */
  readonly onChoice: (theirs: readonly MergeConflict[]) => void;
  readonly onClose: () => void;
}

/** Shows conflicting changes by two people; the user chooses a value for each. */
export function ConflictDialog({ clashes, labelOf, pending, onChoice, onClose }: ClashDialogProps) {
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const all = (side: Side): void =>
    setSides(Object.fromEntries(clashes.map(({ pointer }) => [pointer, side])));
  const undecided = clashes.some(({ pointer }) => sides[pointer] === undefined);
  return (
    <Modal opened onClose={onClose} title={setupTexts.clash.title} size="lg" centered>
      <Stack>
        <Text size="sm">{setupTexts.clash.text}</Text>
        {clashes.length > 1 && (
          <Group gap="xs">
            <Button size="compact-sm" variant="default" onClick={() => all('mine')}>
              {setupTexts.clash.allMine}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => all('theirs')}>
              {setupTexts.clash.allTheirs}
            </Button>
          </Group>
        )}
        {clashes.map((clash) => (
          <Radio.Group
            key={clash.pointer}
            label={labelOf(clash.pointer)}
            value={sides[clash.pointer] ?? null}
            onChange={(side) => setSides({ ...sides, [clash.pointer]: side })}
          >
            <Stack gap="xs" mt={6}>
              {(['mine', 'theirs'] as const).map((side) => (
                <Radio.Card key={side} value={side} p="sm" radius="md">
                  <Group wrap="nowrap" align="flex-start" gap="sm">
                    <Radio.Indicator />
                    <div style={{ minWidth: 0 }}>
                      <Text size="xs" c="dimmed">
                        {setupTexts.clash[side]}
                      </Text>
                      <ConflictValue value={clash[side]} />
                    </div>
                  </Group>
                </Radio.Card>
              ))}
            </Stack>
          </Radio.Group>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {setupTexts.clash.back}
          </Button>
          <Button
            disabled={undecided}
            loading={pending}
            onClick={() => onChoice(clashes.filter(({ pointer }) => sides[pointer] === 'theirs'))}
          >
            {setupTexts.clash.save}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
