import { Check, Copy } from 'lucide-react';
import { shared as texts } from '../texts/shared.ts';
import { CopiedStatus } from './copied-status.tsx';
import { IconButton } from './icon-button.tsx';
import { useCopy } from './use-copy.ts';
import { WithTooltip } from './with-tooltip.tsx';

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
  return (
    <>
      <WithTooltip label={copied ? texts.copied : texts.copy}>
        <IconButton
          color={copied ? 'teal' : 'gray'}
          onClick={copy}
          tabIndex={reachable ? 0 : -1}
          aria-label={`${texts.copy}: ${what}`}
        >
          {copied ? <Check size={16} /> : <Copy size={16} />}
        </IconButton>
      </WithTooltip>
      <CopiedStatus copied={copied} />
    </>
  );
}
