import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, get } from '../../../api/call.ts';
import type { Webhook } from '../../../api/types.ts';
import { useApp, useMay } from '../../../api/session.ts';
import { webhookQuery } from '../../../api/webhooks-query.ts';
import { ConflictDialog } from '../../../components/conflict-dialog.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { useInvalidFocus } from '../../../components/invalid-focus.ts';
import { Panel } from '../../../components/panel.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { unshownError } from '../../../lib/issues.ts';
import type { Choices, Conflict } from '../../../lib/json-merge.ts';
import { isSameValue } from '../../../lib/json-value.ts';
import { webhooks as words } from '../../../texts/webhooks.ts';
import { changesOf, draftOf, isSendable, mergedDraft, type WebhookDraft } from './webhook-draft.ts';
import { SHOWN, WebhookFields } from './webhook-fields.tsx';
import { WEBHOOK_FORMAT } from './webhook-format.ts';

/** What is sent: the values of the form, and those that they were edited from. */
interface Edit {
  readonly draft: WebhookDraft;
  readonly base: WebhookDraft;
}

/** Someone else changed the same fields, so nothing was saved. */
interface EditConflict {
  readonly stored: WebhookDraft;
  readonly conflicts: readonly Conflict[];
}

/** The settings of a webhook. What is not edited follows the changes of others. */
export function WebhookSettings({ webhook }: { readonly webhook: Webhook }) {
  const app = useApp();
  const queries = useQueryClient();
  const mayEdit = useMay('owner');
  const params = { webhook_id: webhook.webhook_id };
  const key = webhookQuery(app, webhook.webhook_id).queryKey;
  const current = draftOf(webhook);
  /** What was read last, and what the values of the form were edited from. */
  const [read, setRead] = useState(current);
  const [base, setBase] = useState(current);
  const [conflict, setConflict] = useState<EditConflict>();
  const form = useForm<WebhookDraft>({ initialValues: base });
  const unsaved = !isSameValue(form.values, base);
  const save = useMutation({
    mutationFn: async (edit: Edit): Promise<Webhook | EditConflict> => {
      // It was read seconds ago, or before the connection was lost.
      const now = await get('webhooks/{webhook_id}', { app, params });
      queries.setQueryData(key, now);
      const stored = draftOf(now);
      const { conflicts } = mergedDraft(edit.base, edit.draft, stored);
      if (conflicts.length > 0) return { stored, conflicts };
      const body = changesOf(edit.draft, edit.base);
      return (await call('PATCH', 'webhooks/{webhook_id}', { app, params, body })).data;
    },
    onSuccess: async (saved, { draft }) => {
      if ('conflicts' in saved) return setConflict(saved);
      const next = draftOf(saved);
      // What was typed since stays.
      form.setValues(mergedDraft(draft, form.getValues(), next).draft);
      setBase(next);
      setRead(next);
      queries.setQueryData(key, saved);
      notifications.show({ message: words.saved, color: 'teal' });
      await queries.invalidateQueries({ queryKey: ['webhooks', app] });
    },
  });
  useEffect(() => {
    // A save knows better what was sent and what was typed since.
    if (save.isPending || isSameValue(current, read)) return;
    const merged = mergedDraft(base, form.getValues(), current);
    form.setValues(merged.draft);
    setBase(merged.base);
    setRead(current);
  });
  const apply = (choices: Choices): void => {
    if (conflict === undefined) return;
    setConflict(undefined);
    const { stored } = conflict;
    const { draft } = mergedDraft(base, form.getValues(), stored, choices);
    form.setValues(draft);
    setBase(stored);
    setRead(stored);
    if (!isSameValue(draft, stored)) save.mutate({ draft, base: stored });
  };
  const focus = useInvalidFocus(save.error);
  return (
    <Panel title={words.settings}>
      <UnsavedGuard unsaved={unsaved} />
      <form
        ref={focus.form}
        onSubmit={form.onSubmit((draft) => {
          if (isSendable(draft)) save.mutate({ draft, base });
          else focus.refused();
        })}
      >
        <Stack maw={640}>
          <ErrorAlert error={unshownError(save.error, SHOWN)} />
          <WebhookFields form={form} error={save.error} disabled={!mayEdit} />
          {mayEdit && (
            <Group>
              <Button type="submit" loading={save.isPending} disabled={!unsaved}>
                {words.save}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
      {conflict && (
        <ConflictDialog
          conflicts={conflict.conflicts}
          format={WEBHOOK_FORMAT}
          onApply={apply}
          onClose={() => setConflict(undefined)}
        />
      )}
    </Panel>
  );
}
