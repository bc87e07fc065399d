import { Box, Button, Group, Paper, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { COMPACT, laidOut } from '../../../lib/json-print.ts';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';
import { MAX_METADATA_BYTES } from './metadata-rules.ts';
import { pathText, placeText, type ShownFault } from './shown-faults.ts';

const words = metadataTexts;
const SHOWN = 20;

interface FaultListProps {
  readonly text: string;
  readonly faults: readonly ShownFault[];
  readonly bytes: number;
  /** With line and column; a tree has none. */
  readonly places: boolean;
  readonly onShow: (fault: ShownFault) => void;
  readonly onCompact: (text: string) => void;
}

/** The problems to fix before the document can be saved; each links to its location. */
export function ProblemList(props: FaultListProps) {
  const { length } = props.faults;
  return (
    <div>
      <VisuallyHidden role="status">{length === 0 ? '' : words.faults(length)}</VisuallyHidden>
      {length > 0 && <Faults {...props} />}
    </div>
  );
}

function Faults({ text, faults, bytes, places, onShow, onCompact }: FaultListProps) {
  const compact = bytes > MAX_METADATA_BYTES ? laidOut(text, COMPACT) : text;
  const compactBytes = new TextEncoder().encode(compact).length;
  return (
    <Paper withBorder p="sm" className="metadata-faults">
      <Group gap="xs" mb={6} wrap="nowrap">
        <CircleAlert size={16} color="var(--mantine-color-error)" aria-hidden />
        <Text size="sm" fw={600}>
          {words.faults(faults.length)}
        </Text>
      </Group>
      <Box component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {faults.slice(0, SHOWN).map((fault) => (
          <li key={`${fault.start} ${fault.detail}`}>
            <UnstyledButton
              className="metadata-fault"
              onClick={() => onShow(fault)}
              fz="sm"
              w="100%"
            >
              <Text span size="sm" fw={600} ff={fault.path.length === 0 ? 'text' : 'monospace'}>
                {pathText(fault.path)}
              </Text>{' '}
              {fault.detail}
              {places && (
                <Text span size="xs" c="dimmed" ml="xs" style={{ whiteSpace: 'nowrap' }}>
                  {placeText(text, fault.start)}
                </Text>
              )}
            </UnstyledButton>
          </li>
        ))}
      </Box>
      {faults.length > SHOWN && (
        <Text size="sm" c="dimmed" px={8}>
          {words.faultsMore(faults.length - SHOWN)}
        </Text>
      )}
      {compactBytes <= MAX_METADATA_BYTES && bytes > MAX_METADATA_BYTES && (
        <Group gap="xs" mt="xs" px={8}>
          <Text size="sm">{words.compactInstead(compactBytes)}</Text>
          <Button size="compact-sm" variant="light" onClick={() => onCompact(compact)}>
            {words.compact}
          </Button>
        </Group>
      )}
    </Paper>
  );
}
