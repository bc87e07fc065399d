/** A path to which the response ends at once: a stream would last for minutes. */
export function bounded(path: string): string {
  return path.endsWith('/stream') ? `${path}?seconds=0` : path;
}
