import { lazy, Suspense, type ComponentType } from 'react';

interface TooltipProps {
  readonly target: HTMLElement;
  readonly label: string;
}

// What it explains has a name without it.
const Tooltip = lazy(async (): Promise<{ default: ComponentType<TooltipProps> }> => {
  try {
    return { default: (await import('./shown-tooltip.tsx')).ShownTooltip };
  } catch {
    return { default: () => null };
  }
});

/** A tooltip that is visible as long as it is rendered. Its code is loaded for the first one. */
export function LateTooltip(props: TooltipProps) {
  return (
    <Suspense>
      <Tooltip {...props} />
    </Suspense>
  );
}
