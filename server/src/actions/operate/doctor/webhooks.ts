import { listWebhooks } from '../../../storage/webhooks/webhooks.ts';
import type { App } from '../../../storage/apps.ts';
import type { Context } from '../../context.ts';
import type { AppFinding } from './finding.ts';

const REASONS = {
  gone: 'its receiver responded with 410',
  failing: 'every attempt of five days failed',
} as const;

/** Finds the webhooks that the service disabled: their events wait until they are deleted. */
export async function examineWebhooks(
  { db, programName }: Context,
  { id, name }: App,
): Promise<AppFinding[]> {
  const findings: AppFinding[] = [];
  // Viewers see findings, but not the addresses, which can contain secrets.
  for (const { id: webhook, disabledBecause } of await listWebhooks(db, id)) {
    if (disabledBecause === null) continue;
    findings.push({
      level: 'warning',
      what: `the webhook ${webhook} was disabled, because ${REASONS[disabledBecause]}`,
      advice: `repair its receiver, then: ${programName} webhook change ${webhook} --app ${name} --enable`,
      locations: [
        { where: `/webhooks/${webhook}`, fix: 'repair its receiver, then enable the webhook' },
      ],
    });
  }
  return findings;
}
