import type { ComponentProps } from 'react';
import classes from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  readonly color?: 'gray' | 'teal';
}

/** A button with only an icon, for rows of long lists: the one of Mantine takes five components and more time. */
export function IconButton({ color = 'gray', ...props }: IconButtonProps) {
  return <button type="button" {...props} className={classes.button} data-color={color} />;
}
