import { PLATFORMS } from '../../../api/types.ts';
import { number } from '../../../texts/counted.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import * as texts from '../../../texts/texts.ts';
import type { Difference } from './differences.ts';

/** The label of a field: "Web › Link", "Tags". */
export function labelOf([name = '', ...inside]: Difference['path']): string {
  const { fields, parts } = linksTexts.history;
  const field = Object.hasOwn(fields, name) ? fields[name as keyof typeof fields] : name;
  const rest = inside.map((part) => {
    if (name === 'metadata') return part;
    const platform = PLATFORMS.find((known) => known === part);
    if (platform !== undefined) return texts.platforms[platform];
    return Object.hasOwn(parts, part) ? parts[part as keyof typeof parts] : part;
  });
  // "Web › Link" is shorter than "Routes › Web › Link" and as clear.
  return (name === 'routes' && rest.length > 0 ? rest : [field, ...rest]).join(' › ');
}

interface Words {
  readonly text: string;
  /** The literal value; otherwise a description of it. */
  readonly isData: boolean;
}

export function wordsOf([name]: Difference['path'], value: unknown): Words {
  const said = (text: string): Words => ({ text, isData: false });
  const { history, states } = linksTexts;
  if (value === undefined || value === null) {
    return said(name === 'redeem_limit' ? history.noLimit : history.nothing);
  }
  if (value === '') return said(history.empty);
  if (typeof value === 'boolean') return said(value ? history.yes : history.no);
  if (name === 'state' && typeof value === 'string') {
    return said(Object.hasOwn(states, value) ? states[value as keyof typeof states] : value);
  }
  if (name === 'redeem_limit' && typeof value === 'number') {
    return { text: number(value), isData: true };
  }
  if (typeof value === 'string') return { text: value, isData: true };
  if (name === 'tags' && Array.isArray(value)) {
    return value.length === 0 ? said(history.nothing) : { text: value.join(', '), isData: true };
  }
  return { text: JSON.stringify(value), isData: true };
}
