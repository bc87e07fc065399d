import { Type, type Static } from 'typebox';
import { closedObject, component, patternText } from '../text/shapes.ts';
import { timeText } from '../text/time-text.ts';

export const MAX_VALUES = 20;
export const MAX_COUNTRIES = 60;
export const MAX_PARAMETERS = 5;

const LANGUAGE = '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$';
const COUNTRY = '^[A-Z]{2}$';
const VERSION = '^[0-9]{1,9}(\\.[0-9]{1,9}){0,3}$';

const version = (description: string) =>
  Type.Optional(
    patternText(VERSION, 'must be up to four numbers with dots, such as "5.2" or "5.2.1"', {
      description,
    }),
  );

const percentage = (minimum: number, maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum, maximum, description }));

/** The conditions of a rule, all of which must hold. */
export const RuleConditionsSchema = component(
  'RuleConditions',
  {
    language: Type.Optional(
      Type.Array(
        patternText(LANGUAGE, 'must be a language such as "de", "pt-BR" or "zh-Hant"', {}),
        {
          minItems: 1,
          maxItems: MAX_VALUES,
          uniqueItems: true,
          description:
            'The preferred language of the visitor is one of these. `de` includes `de-AT`, but not the other way round.',
        },
      ),
    ),
    country: Type.Optional(
      Type.Array(patternText(COUNTRY, 'must be the code of a country, such as "DE"', {}), {
        minItems: 1,
        maxItems: MAX_COUNTRIES,
        uniqueItems: true,
        description:
          'The country of the visitor is one of these, by `CLICKS_COUNTRY_FILE`. It does not hold if the country is unknown.',
      }),
    ),
    time: Type.Optional(
      closedObject(
        {
          from: Type.Optional(timeText('From this time on. RFC 3339, with an offset.')),
          until: Type.Optional(timeText('Until just before this time. RFC 3339, with an offset.')),
        },
        { description: 'The time of the visit. At least one of both.' },
      ),
    ),
    percent: Type.Optional(
      closedObject(
        {
          from: percentage(0, 99, 'Default: 0.'),
          below: percentage(1, 100, 'Default: 100.'),
        },
        {
          description:
            'A part of the visitors: `{ "below": 30 }` are 30 % of them, `{ "from": 30, "below": 60 }` another 30 %. Everyone in the same network is in the same part for a day (UTC), without a cookie. At least one of both.',
        },
      ),
    ),
    query: Type.Optional(
      Type.Array(
        closedObject({
          name: Type.String({ minLength: 1, maxLength: 100 }),
          values: Type.Optional(
            Type.Array(Type.String({ maxLength: 200 }), {
              minItems: 1,
              maxItems: MAX_VALUES,
              uniqueItems: true,
              description: 'The first value of the parameter is one of these. Default: any value.',
            }),
          ),
        }),
        {
          minItems: 1,
          maxItems: MAX_PARAMETERS,
          description: 'The query of the visited address has all of these parameters.',
        },
      ),
    ),
    app_version: Type.Optional(
      closedObject(
        {
          from: version('This version or a later one.'),
          below: version('An earlier version than this.'),
        },
        {
          description:
            'The version of the app that opened the link; it does not hold for browsers. At least one of both.',
        },
      ),
    ),
  },
  { description: 'All of them must hold. At least one.' },
);
export type RuleConditions = Static<typeof RuleConditionsSchema>;

export const CONDITION_KINDS = [
  'language',
  'country',
  'time',
  'percent',
  'query',
  'app_version',
] as const satisfies readonly (keyof RuleConditions)[];
export type ConditionKind = (typeof CONDITION_KINDS)[number];

export function conditionKinds(when: RuleConditions): ConditionKind[] {
  return CONDITION_KINDS.filter((kind) => when[kind] !== undefined);
}
