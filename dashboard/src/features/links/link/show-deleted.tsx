import { notifications } from '@mantine/notifications';
import type { Link } from '../../../api/types.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import { isRestorable } from '../restorable.ts';
import { UNDO_MS, UndoMessage } from '../undo-message.tsx';

/** Says that a link was deleted; if it can be restored, with "Undo". */
export function showDeleted(link: Link, onUndo: () => void): void {
  const { code } = link;
  const id = `deleted-${code}-${link.restorable_until}`;
  const message = linksTexts.deleted(code);
  if (!isRestorable(link, Date.now())) {
    notifications.show({ id, color: 'teal', message });
    return;
  }
  const undo = (): void => {
    notifications.hide(id);
    onUndo();
  };
  notifications.show({
    id,
    color: 'teal',
    autoClose: UNDO_MS,
    message: <UndoMessage message={message} label={linksTexts.undoDelete(code)} onUndo={undo} />,
  });
}
