import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { Suspense } from 'react';
import { useApp, useMay } from '../api/session.ts';
import { shared as texts } from '../texts/shared.ts';
import { lazyOr } from './lazy-or.ts';
import { ButtonLink } from './link.tsx';

/** Without its code, the button is disabled as well, only without the explanation. */
const DisabledButton = lazyOr(
  async () => (await import('./disabled-button.tsx')).DisabledButton,
  ({ leftSection, children }) => (
    <Button data-disabled aria-disabled leftSection={leftSection}>
      {children}
    </Button>
  ),
);

interface CreateButtonProps {
  readonly to: '/$app/links/new' | '/$app/new-template';
  readonly label: string;
  readonly variant?: 'filled' | 'default';
}

/** A link to the form that creates something; disabled, with an explanation, if the role is too low. */
export function CreateButton({ to, label, variant = 'filled' }: CreateButtonProps) {
  const app = useApp();
  const content = { leftSection: <Plus size={16} aria-hidden />, children: label };
  if (!useMay('editor')) {
    return (
      <Suspense fallback={<Button data-disabled aria-disabled {...content} />}>
        <DisabledButton reason={texts.needsRole(texts.roles.editor)} {...content} />
      </Suspense>
    );
  }
  return <ButtonLink to={to} params={{ app }} variant={variant} {...content} />;
}
