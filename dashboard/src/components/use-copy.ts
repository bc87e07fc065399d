import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { shared as texts } from '../texts/shared.ts';

const SHOWN_MS = 1500;

interface Copying {
  /** True for a moment after the text was copied. */
  readonly copied: boolean;
  readonly copy: () => void;
}

/** Copies a text to the clipboard; `copied` lets the button confirm it. */
export function useCopy(text: string): Copying {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    if (await copyText(text)) setCopied(true);
    else notifications.show({ color: 'orange', message: texts.notCopied });
  };
  return { copied, copy: () => void copy() };
}
