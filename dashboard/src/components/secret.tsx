import { Box, Group, Text } from '@mantine/core';
import { Hint } from './hint.tsx';
import { CopyButton } from './copy-button.tsx';

interface SecretProps {
  readonly label: string;
  readonly value: string;
  /** How to use it. */
  readonly hint?: string;
}

/** A secret that is shown only once, with a button that copies it. */
export function Secret({ label, value, hint }: SecretProps) {
  return (
    <Box>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      {hint !== undefined && <Hint size="xs">{hint}</Hint>}
      <Group
        gap={4}
        mt={4}
        wrap="nowrap"
        align="center"
        ps="sm"
        pe={4}
        py={4}
        style={{
          border: '1px solid var(--mantine-color-default-border)',
          borderRadius: 'var(--mantine-radius-md)',
          background: 'var(--mantine-color-default-hover)',
        }}
      >
        <Text
          component="code"
          size="sm"
          ff="monospace"
          flex={1}
          style={{ overflowWrap: 'anywhere', userSelect: 'all' }}
        >
          {value}
        </Text>
        <CopyButton value={value} what={label} />
      </Group>
    </Box>
  );
}
