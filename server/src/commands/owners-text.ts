import type { NewApp } from '../actions/setup/apply.ts';

/** Returns who can see a new app in the dashboard or, if no one can, the command that invites an owner. */
export function ownersText({ name, owners }: NewApp): string {
  if (owners.length > 0) return `${name} is owned by ${owners.join(', ')} in the dashboard`;
  const invite = `smartlink member invite <email> --app ${name} --role owner`;
  return `${name} has no owner yet; invite one: ${invite}`;
}
