import { Text } from '@mantine/core';

/** The error of several fields together; nothing if there is none. */
export function FieldError({ error }: { readonly error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <Text size="xs" c="var(--mantine-color-error)" role="alert">
      {error}
    </Text>
  );
}
