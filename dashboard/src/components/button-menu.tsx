import { Menu } from '@mantine/core';
import { useLayoutEffect, type ReactNode, type Ref } from 'react';

/** A menu that was opened at least once. */
export interface OpenedMenu {
  /** Also the id of the button while the menu is open, so that the button names the menu. */
  readonly id: string;
  readonly button: HTMLButtonElement;
  readonly opened: boolean;
  readonly onClose: () => void;
}

interface ButtonMenuProps extends OpenedMenu {
  readonly position: 'bottom-start' | 'bottom-end';
  /** The button stays in place when the page moves. */
  readonly floatingStrategy?: 'fixed';
  /** Pixels. */
  readonly width: number;
  readonly children: ReactNode;
}

/** A menu of the header does not move with the page, so all of it must fit below the header. */
const SCROLLING = {
  maxHeight: 'calc(100dvh - var(--header-height) - var(--mantine-spacing-xs))',
  overflowY: 'auto',
} as const;

/** The menu of a button that is on the page already, because the code of the menu is loaded later. */
export function ButtonMenu({ button, onClose, children, ...menu }: ButtonMenuProps) {
  return (
    <Menu {...menu} onChange={(opened) => !opened && onClose()}>
      <Menu.Target>
        <Existing element={button} />
      </Menu.Target>
      <Menu.Dropdown style={SCROLLING}>{children}</Menu.Dropdown>
    </Menu>
  );
}

/** An element of the page as the target of a menu. */
function Existing({
  element,
  ref,
}: {
  readonly element: HTMLButtonElement;
  readonly ref?: Ref<HTMLButtonElement>;
}) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  }, [element, ref]);
  return null;
}
