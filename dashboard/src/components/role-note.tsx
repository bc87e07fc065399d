import { Alert } from '@mantine/core';
import { Eye } from 'lucide-react';
import type { Role } from '../api/types.ts';
import { useMay } from '../api/session.ts';
import { setup as setupTexts } from '../texts/setup.ts';
import { shared as texts } from '../texts/shared.ts';

/** A note about the required role, if the user can view the page but not make changes. */
export function RoleNote({ role }: { readonly role: Role }) {
  if (useMay(role)) return null;
  return (
    <Alert role="note" variant="light" color="gray" icon={<Eye size={18} aria-hidden />}>
      {setupTexts.readOnly(texts.roles[role])}
    </Alert>
  );
}
