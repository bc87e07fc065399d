import { Alert } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { appQuery, appStore } from '../../api/app-document.ts';
import type { AppVersion } from '../../api/save-part.ts';
import { useApp } from '../../api/session.ts';
import { Confirm } from '../../components/confirm.tsx';
import { templates as templatesTexts } from '../../texts/templates.ts';
import { shared as texts } from '../../texts/shared.ts';
import { removeTemplate } from './remove-template.ts';

interface DeleteTemplateProps {
  readonly name: string;
  readonly version: AppVersion;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before a template is deleted. */
export function DeleteTemplate({ name, version, onDeleted, onClose }: DeleteTemplateProps) {
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
