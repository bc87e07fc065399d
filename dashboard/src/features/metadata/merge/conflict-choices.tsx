import { Group, Paper, Radio, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { pointerOf, type JsonNode } from '../../../lib/json-node.ts';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';
import { NodeText } from './change-list.tsx';
import type { Conflict, Side } from './metadata-merge.ts';
import { pathText } from '../editor/shown-issues.ts';

const words = metadataTexts;

interface ConflictChoicesProps {
  readonly conflicts: readonly Conflict[];
  /** By JSON pointer. */
  readonly choices: ReadonlyMap<string, Side>;
  readonly onChoose: (pointer: string, side: Side) => void;
}

/** The places that both changed, one by one: mine or theirs. */
export function ConflictChoices({ conflicts, choices, onChoose }: ConflictChoicesProps) {
  if (conflicts.length === 0) return null;
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {words.conflictsTitle}
      </Title>
      {conflicts.map((conflict) => {
        const pointer = pointerOf(conflict.path);
        return (
          <Paper withBorder p="sm" key={pointer}>
            <Radio.Group
              label={<span className="metadata-path">{pathText(conflict.path)}</span>}
              value={choices.get(pointer) ?? null}
              onChange={(side) => onChoose(pointer, side)}
            >
              <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs">
                <Option side="mine" label={words.mine} node={conflict.mine} />
                <Option side="theirs" label={words.theirs} node={conflict.theirs} />
              </SimpleGrid>
            </Radio.Group>
            {conflict.base && (
              <Group gap="xs" mt="xs" wrap="nowrap" align="baseline">
                <Text size="xs" c="dimmed">
                  {words.before}
                </Text>
                <NodeText node={conflict.base} />
              </Group>
            )}
          </Paper>
        );
      })}
    </Stack>
  );
}

function Option({
  side,
  label,
  node,
}: {
  readonly side: Side;
  readonly label: string;
  readonly node: JsonNode | undefined;
}) {
  return (
    <Stack gap={6} miw={0}>
      <Radio value={side} label={label} />
      {node ? (
        <NodeText node={node} />
      ) : (
        <Text size="sm" c="dimmed" fs="italic">
          {words.notThere}
        </Text>
      )}
    </Stack>
  );
}
