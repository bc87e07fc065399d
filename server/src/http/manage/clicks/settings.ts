import { Type } from 'typebox';
import { clicksOf } from '../../../actions/clicks/clicks-of.ts';
import { recordingState } from '../../../actions/clicks/recording-state.ts';
import { LOSSES } from '../../../domain/click/click.ts';
import { closedObject, component, count } from '../../../domain/text/shapes.ts';
import { endpoint } from '../../endpoint.ts';

export const ClickSettingsSchema = component('ClickSettings', {
  raw_days: count('How many days single clicks are kept; 0: only counts are stored.'),
  raw_deleted_by: Type.Enum(['month', 'day'], {
    description:
      'Of which period single clicks are deleted together, in UTC: `raw_days` after the end of their month or day.',
  }),
  months: count('How many months counts are kept. Lifetime totals are kept as long as the store.'),
  respect_gpc: Type.Boolean({
    description: 'Whether visitors with `Sec-GPC: 1` or `DNT: 1` are counted without a hash.',
  }),
  country: Type.Boolean({ description: 'Whether the countries of visitors are recorded.' }),
  flush_seconds: count('The longest time until a click is stored.'),
  since_start: closedObject(
    {
      lost: Type.Array(Type.Enum([...LOSSES]), {
        description: 'Why clicks of any app were lost; empty: none were lost.',
      }),
      behind: Type.Boolean({
        description: 'Whether more than 16,384 clicks of all apps wait to be stored.',
      }),
    },
    { description: 'Since the process that responds started.' },
  ),
});

export const clickSettingsEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/clicks/settings',
  callers: 'viewer',
  id: 'getClickSettings',
  summary: 'Get what is recorded of clicks',
  description: 'The settings of the service, and whether clicks were lost.',
  responses: { 200: { description: 'What is recorded.', schema: ClickSettingsSchema } },
  problems: ['clicks_off'],
  async handle({ ctx }) {
    const clicks = clicksOf(ctx);
    const { rawDays, months, respectGpc, flushSeconds, countryFile } = clicks.settings;
    return {
      raw_days: rawDays,
      raw_deleted_by: clicks.rawDeletedBy,
      months,
      respect_gpc: respectGpc,
      flush_seconds: flushSeconds,
      country: countryFile !== undefined,
      since_start: recordingState(ctx),
    };
  },
});
