import { useState, type MouseEvent } from 'react';
import type { OpenedMenu } from '../components/button-menu.tsx';

/** The state of a menu, and the properties of its button, which exists before the code of the menu is loaded. */
export function useMenuButton(id: string) {
  const [menu, setMenu] = useState<Pick<OpenedMenu, 'button' | 'opened'>>();
  const isOpened = menu?.opened === true;
  const button = {
    'aria-haspopup': 'menu',
    'aria-expanded': isOpened,
    // The button names the menu.
    ...(isOpened && { id }),
    onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) =>
      setMenu({ button: currentTarget, opened: !isOpened }),
  } as const;
  const list: OpenedMenu | undefined = menu && {
    ...menu,
    id,
    onClose: () => {
      // Before an item does something else with the focus.
      menu.button.focus({ preventScroll: true });
      setMenu({ ...menu, opened: false });
    },
  };
  return { button, list };
}
