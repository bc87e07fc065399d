import { Problem } from '../../problem.ts';
import type { Transaction } from '../../storage/database.ts';
import { findExternalCode } from '../../storage/links.ts';

/**
 * Checks that no other link has the external id. All transactions that write one lock its app, so no other transaction can take
 * it before this one ends; the constraint guarantees it in any case.
 * @throws `external_id_taken`
 */
export async function assertExternalIdIsFree(
  tx: Transaction,
  appId: string,
  { code, externalId }: { readonly code: string; readonly externalId: string | null },
): Promise<void> {
  if (externalId === null) return;
  const taken = await findExternalCode(tx, appId, externalId);
  if (taken !== undefined && taken !== code) throw externalIdTaken(externalId, taken);
}

export function externalIdTaken(externalId: string, code: string): Problem {
  const detail = `The link with the code "${code}" has the external_id "${externalId}".`;
  return new Problem('external_id_taken', detail, {
    issues: [{ pointer: '/external_id', detail: 'is the external_id of another link' }],
    members: { existing_code: code },
  });
}
