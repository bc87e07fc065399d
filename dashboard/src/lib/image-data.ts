/** Is this a `data:` URL of an image? Any other URL could cause a request to another server. */
export function isImageData(value: unknown): value is string {
  return typeof value === 'string' && /^data:image\/[\w.+-]+[;,]/.test(value);
}
