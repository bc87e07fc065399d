// The settings of traces: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/

export const TRACES_SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type TracesSampler = (typeof TRACES_SAMPLERS)[number];

/** `name=value,name=value`, with percent-encoded values. Errors repeat no part of it. */
export function readHeaders(text: string): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [, name, value = ''] = /^\s*([\w-]+)\s*=\s*([\x21-\x7e]*)\s*$/.exec(part) ?? [];
    try {
      if (name !== undefined) headers[name] = decodeURIComponent(value);
    } catch {
      // Reported below.
    }
    if (name === undefined || !(name in headers))
      throw new Error(
        'must be a list such as api-key=secret,team=links, with percent-encoded values',
      );
  }
  return headers;
}

export function readServiceName(text: string): string {
  if (text.length <= 255) return text;
  throw new Error('must have at most 255 characters');
}

/** The share of traces that are sent. */
export function readSamplerShare(text: string): number {
  const share = /^(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : NaN;
  if (share >= 0 && share <= 1) return share;
  throw new Error(`must be a number from 0 to 1, not "${text}"`);
}
