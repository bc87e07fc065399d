import { Type } from 'typebox';
import { findSetupProgress } from '../../../actions/apps/setup-progress.ts';
import { closedObject, component, nullable } from '../../../domain/text/shapes.ts';
import { endpoint } from '../../endpoint.ts';

export const SetupProgressSchema = component('SetupProgress', {
  base: Type.Boolean({ description: 'Whether an enabled platform has a base.' }),
  domain: Type.Boolean({
    description:
      'Whether links have a suitable host: a proven one, or the default host if its association files list the app or the app has no mobile app.',
  }),
  association: nullable(
    Type.Boolean(),
    'Whether a platform has the `apps` that open links; `null`: all bases lead to the web, so there is none to name.',
  ),
  newest_link: nullable(
    closedObject({ code: Type.String(), smartlink: Type.String() }),
    'The newest active link; `null`: there is none.',
  ),
  phone_visit: nullable(
    Type.Boolean(),
    'Whether a person has opened a link on a phone or tablet in the last 400 days; `null`: clicks are not recorded or not available.',
  ),
});

export const setupProgressEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/setup',
  callers: 'viewer',
  id: 'getSetupProgress',
  summary: 'Get what is set up',
  description:
    'The first steps of an app and which of them are done, from its settings, links and clicks. `GET /manage/v1/doctor` finds errors in the settings.',
  responses: { 200: { description: 'The steps.', schema: SetupProgressSchema } },
  async handle({ ctx, appId }) {
    const progress = await findSetupProgress(ctx, appId);
    const { hasBase, hasDomain, mobileApps = null, newestLink: code, phoneVisit = null } = progress;
    return {
      base: hasBase,
      domain: hasDomain,
      association: mobileApps,
      newest_link:
        code === undefined ? null : { code, smartlink: `${ctx.own().smartlinkBase}/${code}` },
      phone_visit: phoneVisit,
    };
  },
});
