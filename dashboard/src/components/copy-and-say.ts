import { notifications } from '@mantine/notifications';
import { copyText } from '../lib/copy-text.ts';
import * as texts from '../texts/texts.ts';

/** Copies a text, and says what became of it, where the button goes away with its menu. */
export async function copyAndSay(text: string): Promise<void> {
  const copied = await copyText(text);
  notifications.show(
    copied
      ? { color: 'teal', message: texts.copied }
      : { color: 'orange', message: texts.notCopied },
  );
}
