import ipaddr from 'ipaddr.js';
import type { Config } from '../../../config.ts';
import { hint, warning, type Finding } from './finding.ts';

type Settings = Pick<
  Config,
  'logLevel' | 'accessLog' | 'metricsHost' | 'metricsPort' | 'metricsToken'
>;

export function examineObservability(settings: Settings): Finding[] {
  return [...examineLog(settings), ...examineMetrics(settings)];
}

function examineLog({ logLevel, accessLog }: Settings): Finding[] {
  const found: Finding[] = [];
  if (logLevel === 'silent' || logLevel === 'fatal') {
    found.push(
      warning(
        `LOG_LEVEL is ${logLevel}, so errors are not logged and request ids lead nowhere`,
        'set LOG_LEVEL=error or a level with more detail',
      ),
    );
  }
  if (logLevel === 'debug' || logLevel === 'trace') {
    found.push(
      hint(
        `LOG_LEVEL is ${logLevel}: the log has lines for each API request`,
        'use ACCESS_LOG=on instead, which writes one line for each request to standard output',
      ),
    );
  }
  if (accessLog) found.push({ level: 'ok', what: 'requests are logged on standard output' });
  return found;
}

function examineMetrics({ metricsHost, metricsPort, metricsToken }: Settings): Finding[] {
  if (metricsPort === undefined) {
    if (metricsToken === undefined) return [];
    return [{ level: 'ok', what: 'metrics are at /metrics for those who have METRICS_TOKEN' }];
  }
  if (metricsToken === undefined && !isLoopback(metricsHost)) {
    return [
      warning(
        `everyone who reaches port ${metricsPort} of ${metricsHost} can read the metrics`,
        'set METRICS_TOKEN, or METRICS_HOST to an address that only your network reaches',
      ),
    ];
  }
  return [{ level: 'ok', what: `metrics are at port ${metricsPort} of ${metricsHost}` }];
}

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')
  );
}

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
