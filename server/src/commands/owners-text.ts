import type { NewApp } from '../actions/setup/apply.ts';

/** Who sees a new app in the dashboard, or how somebody gets to. */
export function ownersText({ name, owners }: NewApp): string {
  if (owners.length > 0) return `${name} belongs to ${owners.join(', ')} in the dashboard`;
  const invite = `smartlink member invite <email> --app ${name} --role owner`;
  return `nobody sees ${name} in the dashboard yet; invite its owner: ${invite}`;
}
