import type { Config } from '../../../config.ts';
import { warning, type Finding } from './finding.ts';

const TIMEOUT_MS = 3000;

/** Sends an empty list of spans to the collector of traces, if there is one. */
export async function examineTraces({
  otelExporterOtlpEndpoint: endpoint,
  otelExporterOtlpHeaders,
}: Pick<Config, 'otelExporterOtlpEndpoint' | 'otelExporterOtlpHeaders'>): Promise<Finding[]> {
  if (endpoint === undefined) return [];
  const name = `OTEL_EXPORTER_OTLP_ENDPOINT, ${endpoint}`;
  const advice =
    'check the address: it is that of the collector for OTLP over HTTP, without /v1/traces';
  try {
    const { status } = await fetch(`${endpoint}/v1/traces`, {
      method: 'POST',
      headers: { ...otelExporterOtlpHeaders, 'content-type': 'application/json' },
      body: '{"resourceSpans":[]}',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (status === 200) return [{ level: 'ok', what: `${name}, accepts traces` }];
    return [warning(`${name}, responds with ${status}`, advice)];
  } catch {
    return [warning(`${name}, cannot be reached, so traces are dropped`, advice)];
  }
}
