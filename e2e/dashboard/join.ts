import type { Browser } from 'playwright-core';
import type { Role } from '#server/src/domain/access/role.ts';
import type { Service } from '#server/test/harness.ts';
import { invited } from '#server/test/manage/people.ts';
import { enterByInvitation, newWindow, type Person, type Window } from './open-dashboard.ts';

/** Opens a separate browser context, without a page, for a person whom the operator invited to the first app. */
export async function join(
  browser: Browser,
  service: Service,
  person: Person,
  role: Role,
): Promise<Window> {
  const window = await newWindow(browser, service);
  const secret = await invited(service, person.email, role);
  const address = `${service.url}/dashboard/invitation#${secret}`;
  await enterByInvitation(window, service, address, person);
  return window;
}
