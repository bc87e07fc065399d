import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef } from 'react';

/**
 * Shows an element over the whole page. The rest of the page is inert, except dialogs and messages, which are outside of
 * the root element. Ends when the element is not `available` any more.
 */
export function useFullScreen(available: boolean) {
  const element = useRef<HTMLDivElement>(null);
  const [wanted, { toggle, close }] = useDisclosure(false);
  if (wanted && !available) close();
  const isFull = wanted && available;
  useEffect(() => {
    if (!isFull || element.current === null) return undefined;
    const others = othersAround(element.current).filter((other) => !other.inert);
    for (const other of others) other.inert = true;
    const { style } = document.documentElement;
    const { overflow } = style;
    style.overflow = 'hidden';
    return () => {
      for (const other of others) other.inert = false;
      style.overflow = overflow;
    };
  }, [isFull]);
  return { element, isFull, toggle, close };
}

/** The elements beside an element and beside each one that contains it. */
function othersAround(element: HTMLElement): HTMLElement[] {
  const others: HTMLElement[] = [];
  for (let inner: HTMLElement | null = element; inner && inner.id !== 'root';) {
    const { parentElement }: HTMLElement = inner;
    for (const sibling of parentElement?.children ?? []) {
      if (sibling !== inner && sibling instanceof HTMLElement) others.push(sibling);
    }
    inner = parentElement;
  }
  return others;
}
