import type { Registry } from 'prom-client';
import type { Context } from '../actions/context.ts';
import type { WebhookCounts } from '../jobs/webhooks/webhook-counts.ts';
import { waitingDeliveries } from '../storage/webhooks/waiting.ts';
import { readBehind, addCounter, addGauge } from './samples.ts';

/** What waits is read at most this often. */
const INTERVAL_MS = 5000;

/** Adds what this process has sent, and what waits for all processes. */
export function watchWebhooks(
  registry: Registry,
  { db, now }: Context,
  { attempts, deliveries }: WebhookCounts,
): void {
  addCounter(registry, {
    name: 'smartlink_webhook_attempts_total',
    help: 'Attempts to send an event to a webhook.',
    labels: ['result'],
    read: () => Object.entries(attempts).map(([result, count]) => [{ result }, count] as const),
  });
  addCounter(registry, {
    name: 'smartlink_webhook_deliveries_total',
    help: 'Deliveries of events to webhooks that ended.',
    labels: ['result'],
    read: () => Object.entries(deliveries).map(([result, count]) => [{ result }, count] as const),
  });
  const waiting = readBehind(INTERVAL_MS, async () => {
    const { count, dueAt } = await waitingDeliveries(db);
    // Now: until the next scrape, it may have been sent.
    return { count, dueSeconds: dueAt === null ? 0 : Math.max(0, now() - dueAt) / 1000 };
  });
  addGauge(registry, {
    name: 'smartlink_webhook_deliveries_waiting',
    help: 'Deliveries to enabled webhooks that were not made yet; at most 10000 are counted.',
    // The workers have the same database.
    aggregator: 'max',
    read() {
      const known = waiting();
      return known ? [[{}, known.count]] : [];
    },
  });
  addGauge(registry, {
    name: 'smartlink_webhook_oldest_due_seconds',
    help: 'How long the oldest attempt that is due waits for the service.',
    aggregator: 'max',
    read() {
      const known = waiting();
      return known ? [[{}, known.dueSeconds]] : [];
    },
  });
}
