import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { useApp } from '../../../api/session.ts';
import type { Link, LinkState } from '../../../api/types.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import { cacheLink, refreshLists } from '../link-cache.ts';
import { UNDO_MS, UndoMessage } from '../undo-toast.tsx';
import { changeLink, readAsShown, StaleLink } from './link-changes.ts';
import type { LinkAnswer } from './link-query.ts';

interface Switch {
  /** The link as it was read, or as a list shows it. */
  readonly from: LinkAnswer | Link;
  readonly state: Exclude<LinkState, 'deleted'>;
}

/** The toasts whose change can be undone, the last one last. */
const undoable: string[] = [];

/** Enables or disables a link and shows the result in a toast, which can undo it. */
export function useSwitchLink() {
  const app = useApp();
  const queries = useQueryClient();
  const reload = (): Promise<unknown> =>
    Promise.all(
      ['link', 'links'].map((part) => queries.invalidateQueries({ queryKey: [part, app] })),
    );
  const change = useMutation({
    mutationFn: async ({ from, state }: Switch) =>
      changeLink(app, 'etag' in from ? from : await readAsShown(app, from, 'state'), { state }),
    onSuccess: (saved) => {
      cacheLink(queries, app, saved);
      refreshLists(queries, app);
      const { code, state } = saved.data;
      const id = `switched-${code}-${saved.etag}`;
      const undo = (): void => {
        if (!endUndo(id)) return;
        notifications.hide(id);
        // The link must not have changed since, so this sends the ETag of the change.
        change.mutate({ from: saved, state: 'active' });
      };
      const { [state]: message } = linksTexts.switched;
      notifications.show({
        id,
        color: 'teal',
        autoClose: UNDO_MS,
        message: state === 'disabled' ? <Disabled id={id} code={code} onUndo={undo} /> : message,
      });
    },
    onError: (error) => {
      // Someone else has made the same change or deleted the link: show the current state.
      if (error instanceof StaleLink) cacheLink(queries, app, error.now);
      else void reload();
      const message = error instanceof StaleLink ? linksTexts.conflict.switched : error.message;
      notifications.show({ color: 'orange', message });
    },
  });
  return change;
}

interface DisabledProps {
  readonly id: string;
  readonly code: string;
  readonly onUndo: () => void;
}

function Disabled({ id, code, onUndo }: DisabledProps) {
  // Before its button can be pressed.
  useLayoutEffect(() => {
    undoable.push(id);
    return () => void endUndo(id);
  }, [id]);
  // A toast is far from the control that has the focus. The shortcut undoes only the last change.
  useHotkeys([['mod+Z', () => undoable.at(-1) === id && onUndo()]]);
  return (
    <UndoMessage
      message={linksTexts.switched.disabled}
      label={linksTexts.undoDisable(code)}
      shortcuts="Control+Z Meta+Z"
      onUndo={onUndo}
    />
  );
}

/** The change is not undone again. Returns whether it could be: a toast that disappears still gets keys and clicks. */
function endUndo(id: string): boolean {
  const index = undoable.indexOf(id);
  if (index === -1) return false;
  undoable.splice(index, 1);
  return true;
}
