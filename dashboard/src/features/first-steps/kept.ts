import { keepItem } from '../../lib/keep-item.ts';

/** What a person has chosen about the first steps of an app, in this browser. */
type Choice = 'hidden' | 'tested';

export function hasChosen(choice: Choice, app: string): boolean {
  return localStorage.getItem(choiceName(choice, app)) !== null;
}

export function keepChoice(choice: Choice, app: string, isChosen: boolean): void {
  if (isChosen) keepItem(choiceName(choice, app), '1');
  else localStorage.removeItem(choiceName(choice, app));
}

function choiceName(choice: Choice, app: string): string {
  return `smartlink.first-steps.${choice}.${app}`;
}

/** How the page is laid out around the first steps. */
export interface StepsLayout {
  readonly phone: boolean;
  /** Nothing else is on the page, so the steps are shown in full. */
  readonly isAlone: boolean;
}

const heightName = (app: string, { phone, isAlone }: StepsLayout): string =>
  `smartlink.first-steps.height.${phone ? 'phone' : 'wide'}.${isAlone ? 'alone' : 'list'}.${app}`;

/**
 * The height of the first steps when they were shown last in this browser, in pixels; 0: nothing was to do; undefined: they
 * were not shown yet.
 */
export function keptHeight(app: string, layout: StepsLayout): number | undefined {
  if (hasChosen('hidden', app)) return 0;
  const kept = localStorage.getItem(heightName(app, layout));
  const height = kept === null ? Number.NaN : Number(kept);
  return Number.isFinite(height) ? Math.min(Math.max(height, 0), innerHeight) : undefined;
}

export function keepHeight(app: string, layout: StepsLayout, pixels: number): void {
  keepItem(heightName(app, layout), String(Math.round(pixels)));
}
