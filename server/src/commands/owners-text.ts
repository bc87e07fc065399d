import type { NewApp } from '../actions/setup/apply.ts';

/**
 * Who owns a new app, or how it gets an owner. `isFirstLinkOpen`: the sign-in link of the first start can be used,
 * or the next start creates it.
 */
export function ownersText(
  { name, owners }: NewApp,
  isFirstLinkOpen: boolean,
  program: string,
): string {
  if (owners.length > 0) return `${name} is owned by ${owners.join(', ')} in the dashboard`;
  const invite = `${program} member invite <email> --app ${name} --role owner`;
  return isFirstLinkOpen
    ? `${name} has no owner yet: the person who signs in with the link of the first start becomes its owner. To invite another person: ${invite}`
    : `${name} has no owner yet; invite one: ${invite}`;
}
