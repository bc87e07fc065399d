import { Type } from 'typebox';
import {
  MAX_COUNTED_LINKS,
  topGroups,
  type TopGroups,
} from '../../../actions/clicks/top-groups.ts';
import { MAX_LINK_DAYS } from '../../../actions/clicks/top-links.ts';
import { dateText } from '../../../actions/documents/click-document.ts';
import { closedObject, component, count } from '../../../domain/text/shapes.ts';
import { endpoint } from '../../endpoint.ts';
import { DEFAULT_TOP, steps, topQuery } from './report-shapes.ts';

const frame = {
  from: Type.String({ description: 'The first UTC day.' }),
  to: Type.String({ description: 'The last UTC day.' }),
  counted_links: count(`How many links were counted, at most ${MAX_COUNTED_LINKS}.`),
  complete: Type.Boolean({
    description: 'Whether these are all links that had clicks, opened apps or redemptions.',
  }),
};

const counts = {
  links: count('How many of the counted links.'),
  clicks: count('Visits of people.'),
  visitors: count(
    'The sum of the unique visitors of each day and link: a person who opens two links counts twice.',
  ),
  ...steps,
};

export const TagClicksSchema = component('TagClicks', {
  ...frame,
  tags: Type.Array(closedObject({ tag: Type.String(), ...counts })),
});

export const TemplateClicksSchema = component('TemplateClicks', {
  ...frame,
  templates: Type.Array(closedObject({ template: Type.String(), ...counts })),
});

const query = Type.Object(topQuery);

const BOUNDS = `Counted by UTC days, with the current one until the period is over, for the ${MAX_COUNTED_LINKS} links with the most clicks. The period has at most ${MAX_LINK_DAYS} days.`;

export const topTagsEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/clicks/tags',
  callers: 'viewer',
  id: 'getClicksOfTags',
  summary: 'Count the clicks of each tag',
  description: `The tags whose links have the most clicks of people. A link counts for each of its tags. ${BOUNDS}`,
  query,
  responses: { 200: { description: 'The tags.', schema: TagClicksSchema } },
  problems: ['clicks_off'],
  async handle({ ctx, appId, query: { limit = DEFAULT_TOP, ...period } }) {
    const top = await topGroups(ctx, appId, period, 'tags', limit);
    return {
      ...frameOf(top),
      tags: top.groups.map(({ name, ...sums }) => ({ tag: name, ...sums })),
    };
  },
});

export const topTemplatesEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/clicks/templates',
  callers: 'viewer',
  id: 'getClicksOfTemplates',
  summary: 'Count the clicks of each template',
  description: `The templates whose links have the most clicks of people. A template that was renamed or removed keeps its name here. ${BOUNDS}`,
  query,
  responses: { 200: { description: 'The templates.', schema: TemplateClicksSchema } },
  problems: ['clicks_off'],
  async handle({ ctx, appId, query: { limit = DEFAULT_TOP, ...period } }) {
    const top = await topGroups(ctx, appId, period, 'templates', limit);
    const templates = top.groups.map(({ name, ...sums }) => ({ template: name, ...sums }));
    return { ...frameOf(top), templates };
  },
});

function frameOf({ first, last, counted, isComplete }: TopGroups) {
  return {
    from: dateText(first),
    to: dateText(last),
    counted_links: counted,
    complete: isComplete,
  };
}
