import { Tooltip } from '@mantine/core';

interface ShownTooltipProps {
  readonly target: HTMLElement;
  readonly label: string;
}

export function ShownTooltip(props: ShownTooltipProps) {
  return <Tooltip {...props} opened />;
}
