import { Tooltip } from '@mantine/core';

/** A tooltip that is visible as long as it is rendered. */
export function ShownTooltip(props: { readonly target: HTMLElement; readonly label: string }) {
  return <Tooltip {...props} opened />;
}
