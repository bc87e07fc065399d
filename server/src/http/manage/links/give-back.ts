import { Type } from 'typebox';
import { ledgerDocument } from '../../../actions/documents/ledger-document.ts';
import { giveBack } from '../../../actions/redemptions/give-back.ts';
import { endpoint } from '../../endpoint.ts';
import { LedgerEntrySchema } from './ledger.ts';
import { codeParams } from './managed-link.ts';

export const giveBackEndpoint = endpoint({
  method: 'POST',
  path: '/manage/v1/smartlinks/:code/redemptions/:redemption_id/give-back',
  callers: 'editor',
  id: 'giveBackRedemption',
  summary: 'Undo a redemption',
  description:
    'The redemption no longer counts toward the limit. The entry is kept, and a retry with its id still gets the first response. Undoing it again changes nothing.',
  params: Type.Object({
    ...codeParams.properties,
    redemption_id: Type.String({ description: 'The id of the redemption, as listed.' }),
  }),
  responses: { 200: { description: 'The undone redemption.', schema: LedgerEntrySchema } },
  async handle({ ctx, author, params }) {
    return ledgerDocument(await giveBack(ctx, author, params.code, params.redemption_id));
  },
});
