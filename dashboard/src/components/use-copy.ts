import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { shared as texts } from '../texts/shared.ts';

const SHOWN_MS = 1500;

/** Copies a text to the clipboard. `copied` is true for a moment afterwards, so that the button can confirm it. */
export function useCopy(text: string) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    if (await copyText(text)) setCopied(true);
    else showNotCopied();
  };
  return { copied, copy: () => void copy() };
}

/** Copies a text and shows the result in a toast, for buttons in a menu that closes. */
export async function copyWithToast(text: string): Promise<void> {
  if (await copyText(text)) notifications.show({ color: 'teal', message: texts.copied });
  else showNotCopied();
}

function showNotCopied(): void {
  notifications.show({ color: 'orange', message: texts.notCopied });
}
