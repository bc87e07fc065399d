import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type AsLink<Props> = Props & Omit<ComponentProps<'a'>, keyof Props>;

/** A button that leads to another page of the dashboard. */
export const ButtonLink = createLink((props: AsLink<ButtonProps>) => (
  <Button component="a" {...props} />
));

/** A text that leads to another page of the dashboard. */
export const TextLink = createLink((props: AsLink<AnchorProps>) => <Anchor {...props} />);
