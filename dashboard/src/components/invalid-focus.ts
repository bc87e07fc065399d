import { useEffect, useRef, useState } from 'react';

/**
 * Shows the reason why a form was not sent: moves the focus to its first invalid field, so that the field is in view
 * and screen readers read its error. Without such a field, the message of the form is brought into view.
 */
export function focusInvalid(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (field) field.focus();
  else form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
}

/**
 * Calls `focusInvalid` for a form after each `error`, that of an attempt to send it; `refused` calls it when the errors
 * that are set now are rendered.
 */
export function useInvalidFocus(error: unknown) {
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (error) focusInvalid(form.current);
  }, [error]);
  useEffect(() => {
    if (refusals > 0) focusInvalid(form.current);
  }, [refusals]);
  return { form, refused: () => setRefusals((before) => before + 1) };
}
