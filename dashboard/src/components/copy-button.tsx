import { ActionIcon, Tooltip } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import * as texts from '../texts/texts.ts';
import { useCopy } from './use-copy.ts';

/** Copies a text to the clipboard; `what` names it for screen readers. */
export function CopyButton({ value, what }: { readonly value: string; readonly what: string }) {
  const { copied, copy } = useCopy(value);
  const button = useRef<HTMLButtonElement>(null);
  // Lists have many of these buttons, so a tooltip exists only while it is visible.
  const [shown, setShown] = useState(false);
  const show = (): void => setShown(true);
  const hide = (): void => setShown(false);
  return (
    <>
      <ActionIcon
        ref={button}
        variant="subtle"
        color={copied ? 'teal' : 'gray'}
        onClick={copy}
        onPointerEnter={show}
        onPointerLeave={hide}
        onFocus={show}
        onBlur={hide}
        aria-label={`${texts.copy}: ${what}`}
      >
        {copied ? <Check size={16} /> : <Copy size={16} />}
      </ActionIcon>
      {shown && <Tooltip target={button} opened label={copied ? texts.copied : texts.copy} />}
    </>
  );
}
