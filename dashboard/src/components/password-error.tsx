import { Alert } from '@mantine/core';
import { isProblem } from '../api/problem.ts';
import { unassignedError } from '../lib/issues.ts';
import { signIn as signInTexts } from '../texts/sign-in.ts';
import { ErrorAlert } from './error-alert.tsx';

interface PasswordErrorProps {
  readonly error: unknown;
  /** Shown if the password is wrong. */
  readonly wrongCredentials: string;
  /** The fields of the form, which show their own issues. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** Why a form with a password was rejected. */
export function PasswordError({ error, wrongCredentials, fields = {} }: PasswordErrorProps) {
  if (!isProblem(error, 'wrong_credentials', 'too_many_attempts')) {
    return <ErrorAlert error={unassignedError(error, fields)} />;
  }
  const { code, retryAfterSeconds = 1 } = error;
  return (
    <Alert color="red" role="alert">
      {code === 'wrong_credentials'
        ? wrongCredentials
        : signInTexts.tooManyAttempts(retryAfterSeconds)}
    </Alert>
  );
}
