import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Copy, Ellipsis, Trash2 } from 'lucide-react';
import type { AppVersion } from '../../api/save-part.ts';
import { useApp } from '../../api/session.ts';
import { templates as templatesTexts } from '../../texts/templates.ts';
import { DeleteTemplate } from './delete-template.tsx';

interface TemplateMenuProps {
  readonly name: string;
  readonly version: AppVersion;
  readonly onDeleted: () => void;
}

/** More actions for a template. */
export function TemplateMenu({ name, version, onDeleted }: TemplateMenuProps) {
  const app = useApp();
  const [deleting, { open, close }] = useDisclosure(false);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={templatesTexts.actions}>
            <Ellipsis size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Copy size={16} aria-hidden />}
            renderRoot={(props) => (
              <Link to="/$app/new-template" params={{ app }} search={{ copy: name }} {...props} />
            )}
          >
            {templatesTexts.duplicate}
          </Menu.Item>
          <Menu.Item c="red" leftSection={<Trash2 size={16} aria-hidden />} onClick={open}>
            {templatesTexts.deletion.open}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {deleting && (
        <DeleteTemplate name={name} version={version} onDeleted={onDeleted} onClose={close} />
      )}
    </>
  );
}
