import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace-base';
import type { TracesSampler } from '../read-otel.ts';

export function samplerOf(name: TracesSampler, share: number): Sampler {
  if (name.startsWith('parentbased_')) {
    const root = samplerOf(name.slice('parentbased_'.length) as TracesSampler, share);
    return new ParentBasedSampler({ root });
  }
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(share);
  return name === 'always_off' ? new AlwaysOffSampler() : new AlwaysOnSampler();
}
