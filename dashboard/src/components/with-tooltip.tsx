import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import type { ShownTooltipProps } from './shown-tooltip.tsx';

// Loaded for the first one. What it explains has a name without it.
const ShownTooltip = lazy(async (): Promise<{ default: ComponentType<ShownTooltipProps> }> => {
  try {
    return { default: (await import('./shown-tooltip.tsx')).ShownTooltip };
  } catch {
    return { default: () => null };
  }
});

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
