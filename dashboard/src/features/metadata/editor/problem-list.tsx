import { Box, Button, Group, Paper, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { COMPACT, formatted } from '../../../lib/json-print.ts';
import { locationText } from '../../../components/place.ts';
import type { PlacedIssue } from '../../../components/place.ts';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';
import { MAX_METADATA_BYTES } from './metadata-rules.ts';
import { pathText } from './shown-issues.ts';

const SHOWN = 20;

interface ProblemListProps {
  readonly text: string;
  readonly issues: readonly PlacedIssue[];
  readonly bytes: number;
  /** Shows line and column, which a tree does not have. */
  readonly showPositions: boolean;
  readonly onShow: (issue: PlacedIssue) => void;
  readonly onMinify: (text: string) => void;
}

/** The problems that prevent saving. Selecting one shows its location. */
export function ProblemList(props: ProblemListProps) {
  const { length } = props.issues;
  return (
    <div>
      <VisuallyHidden role="status">
        {length === 0 ? '' : metadataTexts.issues(length)}
      </VisuallyHidden>
      {length > 0 && <Issues {...props} />}
    </div>
  );
}

function Issues({ text, issues, bytes, showPositions, onShow, onMinify }: ProblemListProps) {
  const minified = bytes > MAX_METADATA_BYTES ? formatted(text, COMPACT) : text;
  const minifiedBytes = new TextEncoder().encode(minified).length;
  return (
    <Paper withBorder p="sm">
      <Group gap="xs" mb={6} wrap="nowrap">
        <CircleAlert size={16} color="var(--mantine-color-error)" aria-hidden />
        <Text size="sm" fw={600}>
          {metadataTexts.issues(issues.length)}
        </Text>
      </Group>
      <Box component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {issues.slice(0, SHOWN).map((issue) => (
          <li key={`${issue.start} ${issue.detail}`}>
            <UnstyledButton
              className="metadata-issue"
              onClick={() => onShow(issue)}
              fz="sm"
              w="100%"
            >
              <Text span size="sm" fw={600} ff={issue.path.length === 0 ? 'text' : 'monospace'}>
                {pathText(issue.path)}
              </Text>{' '}
              {issue.detail}
              {showPositions && (
                <Text span size="xs" c="dimmed" ml="xs" style={{ whiteSpace: 'nowrap' }}>
                  {locationText(text, issue.start)}
                </Text>
              )}
            </UnstyledButton>
          </li>
        ))}
      </Box>
      {issues.length > SHOWN && (
        <Text size="sm" c="dimmed" px={8}>
          {metadataTexts.issuesMore(issues.length - SHOWN)}
        </Text>
      )}
      {minifiedBytes <= MAX_METADATA_BYTES && bytes > MAX_METADATA_BYTES && (
        <Group gap="xs" mt="xs" px={8}>
          <Text size="sm">{metadataTexts.minifiedSize(minifiedBytes)}</Text>
          <Button size="compact-sm" variant="light" onClick={() => onMinify(minified)}>
            {metadataTexts.minify}
          </Button>
        </Group>
      )}
    </Paper>
  );
}
