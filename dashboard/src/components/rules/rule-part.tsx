import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FieldError } from '../field-error.tsx';
import { Hint } from '../hint.tsx';

interface RulePartProps {
  readonly title: string;
  readonly hint: string;
  /** The error of the part as a whole. */
  readonly error: string | undefined;
  readonly children: ReactNode;
}

export function RulePart({ title, hint, error, children }: RulePartProps) {
  return (
    <Stack gap="sm" role="group" aria-label={title}>
      <div>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Hint>{hint}</Hint>
      </div>
      {children}
      <FieldError error={error} />
    </Stack>
  );
}
