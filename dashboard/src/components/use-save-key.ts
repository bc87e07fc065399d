import { useEffect, useEffectEvent } from 'react';

/** Saves on Ctrl+S or ⌘S, wherever the focus is. It listens in the capture phase, because editors stop key events. */
export function useSaveKey(save: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== 's' || ctrlKey === metaKey || altKey || shiftKey) return;
    // The browser would save the page.
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) save();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener, true);
    return () => document.removeEventListener('keydown', listener, true);
  }, []);
}
