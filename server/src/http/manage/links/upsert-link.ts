import { Type } from 'typebox';
import { upsertLink } from '../../../actions/links/upsert-link.ts';
import { ExternalIdSchema } from '../../../domain/link/details.ts';
import {
  ManagedLinkRequestSchema,
  readManagedLinkRequest,
} from '../../../domain/link/managed-link-request.ts';
import { isRecord } from '../../../domain/text/json-value.ts';
import { withMember } from '../../../domain/text/json.ts';
import { refuse } from '../../../problem.ts';
import { rawBody } from '../../body.ts';
import { endpoint } from '../../endpoint.ts';
import { managedLinkAnswer, managedLinkResponse } from './managed-link.ts';

export const upsertLinkEndpoint = endpoint({
  method: 'PUT',
  path: '/manage/v1/external-ids/:external_id',
  callers: 'editor',
  id: 'putSmartlink',
  summary: 'Create or change the smart link with an external_id',
  description:
    'Creates the link if the app has none with this `external_id`, and otherwise changes it: what the request leaves out keeps its value, and the state stays. With another `uri`, the routes are created again. It is safe to repeat a request and to send it several times at once: there is one link. Percent-encode the `external_id` in the address.',
  params: Type.Object({ external_id: ExternalIdSchema }),
  body: rawBody(ManagedLinkRequestSchema),
  responses: {
    200: { ...managedLinkResponse, description: 'The changed link.' },
    201: { ...managedLinkResponse, description: 'The new link.' },
  },
  problems: ['code_taken', 'uri_taken', 'external_id_taken', 'codes_exhausted'],
  async handle(call) {
    const { ctx, author, params, body, reply } = call;
    const externalId = params.external_id;
    assertSameId(body.value, externalId);
    const named = withMember(body, 'external_id', externalId);
    const draft = { ...readManagedLinkRequest(named, ctx.own()), externalId };
    const { link, created } = await upsertLink(ctx, author, draft);
    if (created) void reply.code(201);
    return managedLinkAnswer(call, link);
  },
});

function assertSameId(request: unknown, externalId: string): void {
  if (!isRecord(request) || (request.external_id ?? externalId) === externalId) return;
  refuse([{ pointer: '/external_id', detail: 'must equal the external_id in the address' }]);
}
