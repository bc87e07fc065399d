import { Type } from 'typebox';
import { appParameter, isStillPermitted } from '../../admission.ts';
import { MAX_STREAM_SECONDS } from '../../click-streams.ts';
import { endpoint } from '../../endpoint.ts';
import { EventStream } from '../../event-stream.ts';
import { holderOf } from '../../open-counts.ts';
import { codeParameter } from './code-parameter.ts';

export const clickStreamEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/clicks/stream',
  callers: 'viewer',
  id: 'streamClicks',
  summary: 'Get new clicks as they arrive',
  description:
    'Server-sent events: one named `clicks` at the beginning, then one about every two seconds in which something was counted. `new` has the counts since the event before, `lifetime` those since the beginning.',
  query: Type.Object({
    ...codeParameter,
    ...appParameter,
    seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_STREAM_SECONDS,
        default: MAX_STREAM_SECONDS,
        description: 'After this time the stream ends; 0: after the first event.',
      }),
    ),
  }),
  headers: Type.Object({
    'last-event-id': Type.Optional(
      Type.String({
        description: 'The `id` of the last event: then `new` of the first one counts since that.',
      }),
    ),
  }),
  responses: { 200: { description: 'The events.', mediaTypes: ['text/event-stream'] } },
  problems: ['clicks_off', 'too_many_streams'],
  async handle({ service, request, reply, appId, query }) {
    const { code, seconds = MAX_STREAM_SECONDS } = query;
    const stream = {
      appId,
      code,
      holder: holderOf(request),
      lastEventId: request.headers['last-event-id']?.toString(),
      seconds: request.method === 'HEAD' ? 0 : seconds,
      isPermitted: () => isStillPermitted(service.guards, request, reply),
    };
    const begin = (): EventStream => new EventStream(reply.raw, reply.getHeaders());
    await service.clickStreams.start(stream, begin, reply.raw);
    // The request is handled: a stream is no request in progress for the overload protection.
    return reply.hijack();
  },
});
