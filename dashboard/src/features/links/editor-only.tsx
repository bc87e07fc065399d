import { Alert } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../api/session.ts';
import { shared as texts } from '../../texts/shared.ts';

/** A form for editors. If the role is lowered during the edit, saving fails and the input stays. */
export function EditorOnly({ children }: { readonly children: ReactNode }) {
  const may = useMay('editor');
  const [wasAllowed, setWasAllowed] = useState(may);
  if (may && !wasAllowed) setWasAllowed(true);
  return wasAllowed ? children : <Alert>{texts.needsRole(texts.roles.editor)}</Alert>;
}
