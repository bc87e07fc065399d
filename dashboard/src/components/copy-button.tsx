import { ActionIcon, Tooltip } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import * as texts from '../texts/texts.ts';
import { useCopy } from './use-copy.ts';

/** Puts a text on the clipboard; `what` says which, for those who do not see where the button stands. */
export function CopyButton({ value, what }: { readonly value: string; readonly what: string }) {
  const { copied, copy } = useCopy(value);
  return (
    <Tooltip label={copied ? texts.copied : texts.copy}>
      <ActionIcon
        variant="subtle"
        color={copied ? 'teal' : 'gray'}
        onClick={copy}
        aria-label={`${texts.copy}: ${what}`}
      >
        {copied ? <Check size={16} /> : <Copy size={16} />}
      </ActionIcon>
    </Tooltip>
  );
}
