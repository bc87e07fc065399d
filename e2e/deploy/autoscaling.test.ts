import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { startService } from '#server/test/harness.ts';
import { text } from './deployment.ts';
import { autoscalerByVisits, container, deployment, find, settings } from './manifests.ts';

const METRICS_TOKEN = 'a-token-of-prometheus';
const MEGABYTE = 1024 * 1024;

interface Rule {
  readonly seriesQuery: string;
  readonly name: { readonly as: string };
}

describe('the number of pods', () => {
  it('stays above what a disruption may take away', () => {
    const { minReplicas, maxReplicas } = find('HorizontalPodAutoscaler').spec;
    const { maxUnavailable } = find('PodDisruptionBudget').spec;
    assert.ok(minReplicas >= 2 && minReplicas < maxReplicas);
    assert.equal(deployment.spec.replicas, minReplicas);
    assert.ok(maxUnavailable >= 1 && maxUnavailable < minReplicas);
  });

  it('follows a metric that the service has, under the name that the adapter gives it', async () => {
    const [cpu, visits, ...others] = autoscalerByVisits().spec.metrics;
    assert.deepEqual([cpu.type, visits.type, others], ['Resource', 'Pods', []]);
    const adapter = parse(text('deploy/prometheus/adapter.yml')) as { rules: { custom: Rule[] } };
    const rule = adapter.rules.custom.find(({ name }) => name.as === visits.pods.metric.name);
    const series = /^\w+/.exec(rule?.seriesQuery ?? '')?.[0] ?? assert.fail();
    const service = await startService({ METRICS_TOKEN });
    const served = await service.request('GET', '/metrics', { token: METRICS_TOKEN });
    assert.match(served.text, new RegExp(`^# TYPE ${series} counter$`, 'm'));
  });

  it('follows what the pods request: half a core, and memory for a process and its cache', () => {
    const { requests } = container.resources;
    const [cpu] = find('HorizontalPodAutoscaler').spec.metrics;
    assert.equal(cpu.resource.target.averageValue, requests.cpu);
    const idle = /An idle process takes (\d+) MB/.exec(text('benchmarks/README.md'))?.[1];
    const memory = Number(/^(\d+)Mi$/.exec(requests.memory)?.[1]) * MEGABYTE;
    assert.ok(memory > Number(idle) * 1_000_000 + Number(settings.CACHE_MEGABYTES) * MEGABYTE);
  });
});
