import { queryOptions } from '@tanstack/react-query';
import { call, type Answer } from '../../../api/call.ts';
import type { Link } from '../../../api/types.ts';

export type LinkAnswer = Answer<Link>;

export interface LinkPartProps {
  readonly answer: LinkAnswer;
}

export function linkQuery(app: string, code: string) {
  return queryOptions({
    queryKey: ['link', app, code],
    queryFn: ({ signal }) => call('GET', 'smartlinks/{code}', { app, params: { code }, signal }),
  });
}
