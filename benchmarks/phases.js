import { metricsGoals, recordingGoals, webhookGoals } from './goals/extras.js';
import { overloadGoals } from './goals/overload.js';
import { rateGoals } from './goals/rate.js';
import { startsGoals, startupGoals } from './goals/startup.js';
import { createGoals, readGoals, redeemGoals } from './goals/throughput.js';
import { visitGoals } from './goals/visits.js';
import { measureCreates } from './phases/creates.js';
import { measureMetrics } from './phases/metrics.js';
import { measureOverload } from './phases/overload.js';
import { measureRate } from './phases/rate.js';
import { measureReads } from './phases/reads.js';
import { measureRecording } from './phases/recording.js';
import { measureRedeems } from './phases/redeems.js';
import { measureStarts } from './phases/starts.js';
import { measureStartup } from './phases/startup.js';
import { measureVisits } from './phases/visits.js';
import { measureWebhooks } from './phases/webhooks.js';

/**
 * The parts of a run on SQLite, by their name in `--only`; `webhooks` is on both engines. The goals of each get the results and the numbers
 * of links.
 * @typedef {object} Phase
 * @property {(stores: import('./store/stores.js').Stores, options: import('./options.js').Options,
 *   results: import('./results.js').Results) => Promise<void>} measure
 * @property {(results: import('./results.js').Results, sizes: number[]) =>
 *   import('./goals/goal.js').Goal[]} goals
 *
 * @type {Record<import('./options.js').PhaseName, Phase>}
 */
export const PHASES = {
  visits: { measure: measureVisits, goals: visitGoals },
  reads: { measure: measureReads, goals: readGoals },
  rate: { measure: measureRate, goals: rateGoals },
  startup: { measure: measureStartup, goals: startupGoals },
  starts: { measure: measureStarts, goals: startsGoals },
  creates: { measure: measureCreates, goals: createGoals },
  redeems: { measure: measureRedeems, goals: redeemGoals },
  webhooks: { measure: measureWebhooks, goals: webhookGoals },
  metrics: { measure: measureMetrics, goals: metricsGoals },
  recording: { measure: measureRecording, goals: recordingGoals },
  overload: { measure: measureOverload, goals: overloadGoals },
};
