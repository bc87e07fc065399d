import type { KeyboardEvent } from 'react';

/** For a field of a form that is not saved: Enter would save the form. */
export function ignoreEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}
