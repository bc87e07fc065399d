import { Box, Group, Text, type PasswordInputProps } from '@mantine/core';
import { passwordStrength, type PasswordStrength } from '../lib/password-strength.ts';
import { PasswordField } from './password-field.tsx';
import { strength as strengthTexts } from '../texts/sign-in.ts';

interface NewPasswordProps extends PasswordInputProps {
  readonly value: string;
  /** The email address of the user, which must not be the password. */
  readonly email?: string | undefined;
}

export function NewPassword({ value, email, ...input }: NewPasswordProps) {
  const strength = passwordStrength(value, email);
  return (
    <Box>
      <PasswordField
        autoComplete="new-password"
        required
        description={strengthTexts.rule}
        value={value}
        {...input}
      />
      {value !== '' && !input.error && <Meter {...strength} />}
    </Box>
  );
}

/** The error of a new password; null if it is valid. */
export function newPasswordIssue(password: string, email?: string): string | null {
  const { issue, missing } = passwordStrength(password, email);
  return issue === undefined ? null : issueText(issue, missing);
}

const COLORS = ['red', 'orange', 'teal', 'teal'] as const;

function Meter({ issue, missing, level }: PasswordStrength) {
  const color = issue === undefined ? COLORS[level] : 'gray';
  return (
    <Group gap="xs" mt={6} wrap="nowrap">
      {strengthTexts.levels.map((name, index) => (
        <Box
          key={name}
          aria-hidden
          flex={1}
          h={4}
          style={{
            borderRadius: 2,
            background:
              issue === undefined && index <= level
                ? `var(--mantine-color-${color}-filled)`
                : 'var(--mantine-color-default-border)',
          }}
        />
      ))}
      <Text size="xs" c="dimmed" miw={120} flex="none" ta="end" role="status" lh={1.3}>
        {issue === undefined ? strengthTexts.levels[level] : issueText(issue, missing)}
      </Text>
    </Group>
  );
}

function issueText(issue: NonNullable<PasswordStrength['issue']>, missing: number): string {
  if (issue === 'too-short') return strengthTexts.tooShort(missing);
  return issue === 'is-email' ? strengthTexts.isEmail : strengthTexts.tooSimple;
}
