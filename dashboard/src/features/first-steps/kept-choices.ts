import { keepItem } from '../../lib/keep-item.ts';

/** What a person has chosen about the first steps of an app, in this browser. */
type Choice = 'hidden' | 'tested';

export function hasChosen(choice: Choice, app: string): boolean {
  return localStorage.getItem(nameOf(choice, app)) !== null;
}

export function keepChoice(choice: Choice, app: string, isChosen: boolean): void {
  if (isChosen) keepItem(nameOf(choice, app), '1');
  else localStorage.removeItem(nameOf(choice, app));
}

function nameOf(choice: Choice, app: string): string {
  return `smartlink.first-steps.${choice}.${app}`;
}
