import { keepItem } from '../../lib/keep-item.ts';
import { hasChosen } from './kept-choices.ts';

/** How the page is laid out around the first steps. */
export interface StepsLayout {
  readonly phone: boolean;
  /** Nothing else is on the page, so the steps are shown in full. */
  readonly isAlone: boolean;
}

const nameOf = (app: string, { phone, isAlone }: StepsLayout): string =>
  `smartlink.first-steps.height.${phone ? 'phone' : 'wide'}.${isAlone ? 'alone' : 'list'}.${app}`;

/**
 * The height of the first steps when they were shown last in this browser, in pixels; 0: nothing was to do; undefined: they
 * were not shown yet.
 */
export function keptHeight(app: string, layout: StepsLayout): number | undefined {
  if (hasChosen('hidden', app)) return 0;
  const kept = localStorage.getItem(nameOf(app, layout));
  const height = kept === null ? Number.NaN : Number(kept);
  return Number.isFinite(height) ? Math.min(Math.max(height, 0), innerHeight) : undefined;
}

export function keepHeight(app: string, layout: StepsLayout, pixels: number): void {
  keepItem(nameOf(app, layout), String(Math.round(pixels)));
}
