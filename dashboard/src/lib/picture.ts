/** Is this an embedded image? Any other address would cause a request to another server. */
export function isPicture(value: unknown): value is string {
  return typeof value === 'string' && /^data:image\/[\w.+-]+[;,]/.test(value);
}
