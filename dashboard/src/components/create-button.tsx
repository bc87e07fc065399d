import { Button, Tooltip } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useApp, useMay } from '../api/session.ts';
import * as texts from '../texts/texts.ts';
import { ButtonLink } from './link.tsx';

interface CreateButtonProps {
  readonly to: '/$app/links/new' | '/$app/new-template';
  readonly label: string;
  readonly variant?: 'filled' | 'default';
}

/** A link to the form that creates something; disabled, with an explanation, if the role is too low. */
export function CreateButton({ to, label, variant = 'filled' }: CreateButtonProps) {
  const app = useApp();
  const icon = <Plus size={16} aria-hidden />;
  if (!useMay('editor')) {
    return (
      <Tooltip label={texts.needsRole(texts.roles.editor)}>
        <Button data-disabled aria-disabled leftSection={icon}>
          {label}
        </Button>
      </Tooltip>
    );
  }
  return (
    <ButtonLink to={to} params={{ app }} variant={variant} leftSection={icon}>
      {label}
    </ButtonLink>
  );
}
