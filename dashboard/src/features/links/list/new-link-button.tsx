import { Button, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMay } from '../../../api/session.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import * as texts from '../../../texts/texts.ts';

interface NewLinkButtonProps {
  readonly app: string;
  readonly label?: string;
  readonly variant?: 'filled' | 'default';
}

export function NewLinkButton(props: NewLinkButtonProps) {
  const { app, label = linksTexts.newLink, variant = 'filled' } = props;
  if (!useMay('editor')) {
    return (
      <Tooltip label={texts.needsRole(texts.roles.editor)}>
        <Button data-disabled leftSection={<Plus size={16} aria-hidden />} aria-disabled>
          {label}
        </Button>
      </Tooltip>
    );
  }
  return (
    <Button
      variant={variant}
      renderRoot={(root) => <Link to="/$app/links/new" params={{ app }} {...root} />}
      leftSection={<Plus size={16} aria-hidden />}
    >
      {label}
    </Button>
  );
}
