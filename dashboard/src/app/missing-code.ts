import { lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The code of a page could not be loaded. */
export class MissingCode extends Error {
  override readonly name = 'MissingCode';

  constructor(cause: unknown) {
    super(`No code: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/**
 * A page whose code is loaded when it is opened. The router reloads the document if an import fails, also without a
 * connection: then the page of the browser replaces the dashboard. It does not know this error.
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Readonly<Record<Name, () => ReactNode>>>,
  name: Name,
) {
  return lazyRouteComponent(async () => {
    try {
      return await load();
    } catch (error) {
      throw new MissingCode(error);
    }
  }, name);
}

/** Messages of browsers and of Vite if a part of the dashboard cannot be loaded. */
const NO_CODE = /dynamically imported module|module script|preload CSS/i;

export function isMissingCode(error: unknown): error is Error {
  return error instanceof Error && (error instanceof MissingCode || NO_CODE.test(error.message));
}

const RELOADED = 'smartlink.reloaded';

/** Reloads the document, but only once for the same error. */
export function reloadOnce({ message }: Error): void {
  try {
    if (sessionStorage.getItem(RELOADED) === message) return;
    sessionStorage.setItem(RELOADED, message);
  } catch {
    // Without a storage it could not be known that it was reloaded before.
    return;
  }
  location.reload();
}
