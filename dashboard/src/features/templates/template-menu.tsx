import { ActionIcon, Alert, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Copy, Ellipsis, Trash2 } from 'lucide-react';
import { appQuery, appStore } from '../../api/app-document.ts';
import type { AppVersion } from '../../api/save-part.ts';
import { useApp } from '../../api/session.ts';
import { Confirm } from '../../components/confirm.tsx';
import { shared as texts } from '../../texts/shared.ts';
import { templates as templatesTexts } from '../../texts/templates.ts';
import { removeTemplate } from './remove-template.ts';

interface TemplateMenuProps {
  readonly name: string;
  readonly version: AppVersion;
  readonly onDeleted: () => void;
}

/** More actions for a template. */
export function TemplateMenu(template: TemplateMenuProps) {
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
              <Link
                to="/$app/new-template"
                params={{ app }}
                search={{ copy: template.name }}
                {...props}
              />
            )}
          >
            {templatesTexts.duplicate}
          </Menu.Item>
          <Menu.Item c="red" leftSection={<Trash2 size={16} aria-hidden />} onClick={open}>
            {templatesTexts.deletion.open}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {deleting && <DeleteTemplate {...template} onClose={close} />}
    </>
  );
}

interface DeleteTemplateProps extends TemplateMenuProps {
  readonly onClose: () => void;
}

/** Asks for confirmation before a template is deleted. */
function DeleteTemplate({ name, version, onDeleted, onClose }: DeleteTemplateProps) {
  const app = useApp();
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: () => removeTemplate(appStore(app), version, name),
    onSuccess: ({ done, version: now }) => {
      if (done) {
        notifications.show({ message: templatesTexts.deletion.done(name), color: 'teal' });
        onDeleted();
      }
      queries.setQueryData(appQuery(app).queryKey, now);
      void queries.invalidateQueries({ queryKey: ['try', app] });
    },
  });
  return (
    <Confirm
      opened
      title={templatesTexts.deletion.title(name)}
      action={texts.delete}
      busy={removal.isPending}
      error={removal.error}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      {removal.data?.done === false && (
        <Alert color="orange" mb="md">
          {templatesTexts.deletion.changed}
        </Alert>
      )}
      {templatesTexts.deletion.text}
    </Confirm>
  );
}
