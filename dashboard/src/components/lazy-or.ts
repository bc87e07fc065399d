import { lazy, type FunctionComponent } from 'react';

/** A component whose code is loaded when it is first shown. If it cannot be loaded, `Other` is in its place. */
export function lazyOr<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  Other: FunctionComponent<Props> = () => null,
) {
  return lazy(async () => ({ default: await load().catch(() => Other) }));
}
