import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import { useApp } from '../../../../api/session.ts';
import { bulk } from '../../../../texts/bulk.ts';
import { reloadLinks } from '../../link-cache.ts';
import { showDone } from '../../undo-toast.tsx';
import { changeOf, type BulkAction } from './bulk-action.ts';
import { changeInSteps, NO_TOTALS } from './change-in-steps.ts';

interface Undone {
  readonly codes: readonly string[];
  readonly action: 'enable' | 'restore';
}

/** Shows the result of a change, and loads what it has changed again. */
export function useBulkToast() {
  const app = useApp();
  const queries = useQueryClient();
  const reload = (): void => reloadLinks(queries, app);
  const undo = useMutation({
    mutationFn: async ({ codes, action }: Undone) => {
      const send = async (body: Parameters<Parameters<typeof changeInSteps>[0]>[0]) =>
        (await call('POST', 'smartlinks/changes', { app, body })).data;
      let totals = NO_TOTALS;
      const steps = changeInSteps(send, { codes }, { change: changeOf(action, []) });
      for await (const step of steps) ({ totals } = step);
      return totals;
    },
    onSuccess: ({ changed, failed }, { action }) => {
      reload();
      const done = bulk.done[action](changed);
      if (failed === 0) notifications.show({ color: 'teal', message: done });
      else notifications.show({ color: 'orange', title: done, message: bulk.notUndone(failed) });
    },
    onError: (error) => {
      reload();
      notifications.show({ color: 'orange', message: error.message });
    },
  });
  /** `codes`: the links that "Undo" changes back. */
  const show = (action: BulkAction, changed: number, codes: readonly string[]): void => {
    const isDelete = action === 'delete';
    showDone(
      `bulk-${Date.now()}`,
      bulk.done[action](changed),
      codes.length === 0
        ? undefined
        : {
            label: isDelete ? bulk.undoDelete : bulk.undoDisable,
            onUndo: () => undo.mutate({ codes, action: isDelete ? 'restore' : 'enable' }),
          },
    );
  };
  const showInterrupted = (changed: number): void => {
    notifications.show({ color: 'orange', message: bulk.interrupted(changed), autoClose: false });
  };
  return { reload, show, showInterrupted };
}
