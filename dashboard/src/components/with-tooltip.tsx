import { Suspense, useState, type ReactNode } from 'react';
import { lazyOr } from './lazy-or.ts';

// Loaded for the first one. What it explains has a name without it.
const ShownTooltip = lazyOr(async () => (await import('./shown-tooltip.tsx')).ShownTooltip);

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
      <Suspense>{target && <ShownTooltip target={target} label={label} />}</Suspense>
    </span>
  );
}
