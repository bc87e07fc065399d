import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { appQuery, appStore } from '../../api/app-document.ts';
import type { AppVersion } from '../../api/save-part.ts';
import { useApp } from '../../api/session.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { templates as templatesTexts } from '../../texts/templates.ts';
import * as texts from '../../texts/texts.ts';
import { removeTemplate } from './remove-template.ts';

interface DeleteTemplateProps {
  readonly name: string;
  readonly version: AppVersion;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks, then takes the template away. */
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
      void queries.invalidateQueries({ queryKey: ['doctor', app] });
    },
  });
  return (
    <Modal opened onClose={onClose} title={templatesTexts.deletion.title(name)} centered>
      <Stack>
        {removal.data?.done === false && (
          <Alert color="orange">{templatesTexts.deletion.changed}</Alert>
        )}
        <ErrorAlert error={removal.error} />
        <Text size="sm">{templatesTexts.deletion.text}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          <Button color="red" loading={removal.isPending} onClick={() => removal.mutate()}>
            {texts.delete}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
