import { ActionIcon, Tooltip } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import * as texts from '../texts/texts.ts';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps {
  readonly value: string;
  /** Names the text for screen readers. */
  readonly what: string;
  /** Whether Tab reaches the button. */
  readonly reachable?: boolean;
}

/** Copies a text to the clipboard. */
export function CopyButton({ value, what, reachable = true }: CopyButtonProps) {
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
        tabIndex={reachable ? 0 : -1}
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
