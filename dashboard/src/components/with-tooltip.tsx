import { useState, type ReactNode } from 'react';
import { LateTooltip } from './late-tooltip.tsx';

interface WithTooltipProps {
  readonly label: string;
  /** One element, which has an accessible name of its own. */
  readonly children: ReactNode;
}

/** Explains a button while the pointer or the focus is on it. */
export function WithTooltip({ label, children }: WithTooltipProps) {
  const [target, setTarget] = useState<HTMLElement>();
  const show = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => {
    const [element] = currentTarget.children;
    if (element instanceof HTMLElement) setTarget(element);
  };
  const hide = (): void => setTarget(undefined);
  return (
    <span
      style={{ display: 'contents' }}
      onPointerEnter={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
    >
      {children}
      {target && <LateTooltip target={target} label={label} />}
    </span>
  );
}
