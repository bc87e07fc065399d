/** Does pieces of work in their order, also if one of them fails. Throws the first error at the end. */
export async function doAll(...pieces: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const piece of pieces) await piece().catch((error: unknown) => void errors.push(error));
  if (errors.length > 0) throw errors[0];
}
