import { useEffectEvent, useLayoutEffect } from 'react';
import { cancelSignIn, isWaitingForSignIn } from '../api/signed-in-member.ts';

/** What closes each open layer, the uppermost last. */
const layers: (() => void)[] = [];

/** For what opens above a dialog: Escape must not also close the dialog, whose input would be lost. */
export function useTopLayer(opened: boolean, onEscape: () => void): void {
  const close = useEffectEvent(onEscape);
  useLayoutEffect(() => {
    if (!opened) return undefined;
    const layer = (): void => close();
    layers.push(layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [opened]);
}

// The first page loads this file, so this listener is called before those of all dialogs.
addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    // The dialog of the sign-in is above everything else.
    const close = isWaitingForSignIn() ? cancelSignIn : layers.at(-1);
    if (close === undefined) return;
    event.stopImmediatePropagation();
    close();
  },
  true,
);
