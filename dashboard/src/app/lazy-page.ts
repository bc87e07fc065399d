import { lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Imports a file that exports a page. */
export type Load<Name extends string> = () => Promise<Readonly<Record<Name, () => ReactNode>>>;

/** A page whose code is loaded when it is opened or is about to be. */
export function lazyPage<Name extends string>(load: Load<Name>, name: Name) {
  return lazyRouteComponent(async () => ({ default: (await load())[name] }));
}
