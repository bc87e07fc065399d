import { Badge, Box, Code, Group, Stack, Text } from '@mantine/core';
import { pointerOf, type JsonNode } from '../../../lib/json-node.ts';
import { printJson, READABLE } from '../../../lib/json-print.ts';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';
import { diffTexts, type Change } from './metadata-diff.ts';
import { pathText } from '../editor/shown-issues.ts';

const words = metadataTexts;
const LOOKS = {
  added: { color: 'teal', word: words.added },
  removed: { color: 'red', word: words.removed },
  changed: { color: 'blue', word: words.changed },
} as const;

interface ChangeListProps {
  /** Texts of the document; null: there was none. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The difference between two versions in words: what was added, removed or changed, and where. */
export function ChangeList({ before, after }: ChangeListProps) {
  const changes = diffTexts(before, after);
  if (changes === undefined) return <Hint text={words.notComparable} />;
  if (changes.length === 0) {
    return <Hint text={before === after ? words.same : words.noDifference} />;
  }
  return (
    <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {changes.map((change) => (
        <ChangeRow key={`${change.kind} ${pointerOf(change.path)}`} change={change} />
      ))}
    </Stack>
  );
}

function ChangeRow({ change }: { readonly change: Change }) {
  const { color, word } = LOOKS[change.kind];
  return (
    <Box component="li">
      <Group gap="xs" wrap="nowrap" align="baseline" mb={4}>
        <Badge color={color} size="sm" c="var(--mantine-color-text)" style={{ flexShrink: 0 }}>
          {word}
        </Badge>
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {pathText(change.path)}
        </Text>
      </Group>
      {change.kind !== 'added' && <NodeText node={change.before} sign="−" />}
      {change.kind !== 'removed' && <NodeText node={change.after} sign="+" />}
    </Box>
  );
}

const LOOK_OF_SIGN = { '+': 'json-now', '−': 'json-before', ' ': '' } as const;

/** A value as written in the text; long values scroll. */
export function NodeText({ node, sign }: { readonly node: JsonNode; readonly sign?: '+' | '−' }) {
  const text = printJson(node, READABLE);
  return (
    <Code
      block
      fz="xs"
      mah={160}
      tabIndex={text.includes('\n') ? 0 : undefined}
      className={`json-value ${LOOK_OF_SIGN[sign ?? ' ']}`}
    >
      {sign === undefined ? text : text.replaceAll(/^/gm, `${sign} `)}
    </Code>
  );
}

function Hint({ text }: { readonly text: string }) {
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}
