import { Alert } from '@mantine/core';
import { Eye } from 'lucide-react';
import type { Role } from '../api/types.ts';
import { useMay } from '../api/session.ts';
import { setup as setupTexts } from '../texts/setup.ts';
import * as texts from '../texts/texts.ts';

/** On a page that the user can view but not change: says which role is required. */
export function RoleNote({ role }: { readonly role: Role }) {
  if (useMay(role)) return null;
  return (
    <Alert role="note" variant="light" color="gray" icon={<Eye size={18} aria-hidden />}>
      {setupTexts.readOnly(texts.roles[role])}
    </Alert>
  );
}
