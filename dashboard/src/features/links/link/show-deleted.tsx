import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Link } from '../../../api/types.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import { isRestorable } from '../restorable.ts';

/** Time to press "Undo". */
const UNDO_MS = 12_000;

/** Says that a link was deleted; if it can be restored, with "Undo". */
export function showDeleted(link: Link, onUndo: () => void): void {
  const { code } = link;
  const id = `deleted-${code}-${link.restorable_until}`;
  if (!isRestorable(link, Date.now())) {
    notifications.show({ id, color: 'teal', message: linksTexts.deleted(code) });
    return;
  }
  notifications.show({
    id,
    color: 'teal',
    autoClose: UNDO_MS,
    message: (
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text size="sm" miw={0}>
          {linksTexts.deleted(code)}
        </Text>
        <Button
          size="xs"
          variant="default"
          style={{ flexShrink: 0 }}
          aria-label={linksTexts.undoDelete(code)}
          onClick={() => {
            notifications.hide(id);
            onUndo();
          }}
        >
          {linksTexts.undo}
        </Button>
      </Group>
    ),
  });
}
