import { notifications } from '@mantine/notifications';
import { copyText } from '../lib/copy-text.ts';
import { shared as texts } from '../texts/shared.ts';

/** Copies a text and shows the result in a toast, for buttons in a menu that closes. */
export async function copyWithToast(text: string): Promise<void> {
  const copied = await copyText(text);
  notifications.show(
    copied
      ? { color: 'teal', message: texts.copied }
      : { color: 'orange', message: texts.notCopied },
  );
}
