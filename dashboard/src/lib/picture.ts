/** Is this a picture that carries itself? Any other address would ask somebody else for something. */
export function isPicture(value: unknown): value is string {
  return typeof value === 'string' && /^data:image\/[\w.+-]+[;,]/.test(value);
}
