import { onServiceReturn } from '../api/connection.ts';

const failed = new Set<HTMLLinkElement>();

/** Vite loads a style sheet only once, also if that fails: it is loaded again when the service responds. */
export function loadMissingStyles(): void {
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
    },
    // These events do not bubble.
    true,
  );
  onServiceReturn(() => {
    for (const link of failed) link.replaceWith(link.cloneNode());
    failed.clear();
  });
}
