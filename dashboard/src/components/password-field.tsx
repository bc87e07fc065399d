import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { shared as texts } from '../texts/shared.ts';

/** A password field whose errors are announced to screen readers. */
export function PasswordField({ error, ...input }: PasswordInputProps) {
  const wrong = error !== undefined && error !== null && error !== false && error !== '';
  return (
    <PasswordInput
      error={error}
      {...(wrong ? { 'aria-invalid': true } : {})}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
      {...input}
    />
  );
}
