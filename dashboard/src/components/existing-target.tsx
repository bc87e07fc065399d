import { useLayoutEffect, type Ref } from 'react';

interface ExistingTargetProps {
  readonly element: HTMLButtonElement;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** An element of the page as the target of a menu whose code was loaded later. */
export function ExistingTarget({ element, ref }: ExistingTargetProps) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  }, [element, ref]);
  return null;
}
