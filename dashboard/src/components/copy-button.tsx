import { ActionIcon, Tooltip } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import * as texts from '../texts/texts.ts';
import { useCopy } from './use-copy.ts';

/** Copies a text to the clipboard; `what` names it for screen readers. */
export function CopyButton({ value, what }: { readonly value: string; readonly what: string }) {
  const { copied, copy } = useCopy(value);
  const button = useRef<HTMLButtonElement>(null);
  // Lists have many of these: a tooltip is there only while it can be seen.
  const [near, setNear] = useState(false);
  const come = (): void => setNear(true);
  const leave = (): void => setNear(false);
  return (
    <>
      <ActionIcon
        ref={button}
        variant="subtle"
        color={copied ? 'teal' : 'gray'}
        onClick={copy}
        onPointerEnter={come}
        onPointerLeave={leave}
        onFocus={come}
        onBlur={leave}
        aria-label={`${texts.copy}: ${what}`}
      >
        {copied ? <Check size={16} /> : <Copy size={16} />}
      </ActionIcon>
      {near && <Tooltip target={button} opened label={copied ? texts.copied : texts.copy} />}
    </>
  );
}
