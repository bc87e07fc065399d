import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import * as texts from '../texts/texts.ts';

/** Where a password is typed. What is wrong with it is told to those too who do not see the red. */
export function PasswordField({ error, ...input }: PasswordInputProps) {
  const wrong = error !== undefined && error !== null && error !== false && error !== '';
  return (
    <PasswordInput
      error={error}
      {...(wrong ? { 'aria-invalid': true } : {})}
      visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
      {...input}
    />
  );
}
