import { Tooltip } from '@mantine/core';

interface ShownTooltipProps {
  readonly target: HTMLElement;
  readonly label: string;
}

/** A tooltip that is visible as long as it is rendered. */
export function ShownTooltip(props: ShownTooltipProps) {
  return <Tooltip {...props} opened />;
}
