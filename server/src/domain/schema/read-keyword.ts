import { isRecord, kindOf, TYPE_TEXTS, type JsonType } from '../text/json-value.ts';

const JSON_TYPES = Object.keys(TYPE_TEXTS) as JsonType[];

/** Reports an error of a keyword; `detail` completes the sentence "the keyword …". */
export type Report = (keyword: string, detail: string) => void;

type Schema = Readonly<Record<string, unknown>>;

export function typesOf(schema: Schema, report: Report): readonly JsonType[] | undefined {
  const { type } = schema;
  if (type === undefined) return undefined;
  const list: unknown[] = Array.isArray(type) ? type : [type];
  const types = JSON_TYPES.filter((known) => list.includes(known));
  if (list.length > 0 && list.every(isJsonType)) return types;
  report('type', `must be one of ${JSON_TYPES.join(', ')}, or a list of them`);
  return undefined;
}

function isJsonType(type: unknown): boolean {
  return (JSON_TYPES as readonly unknown[]).includes(type);
}

export function numberOf(schema: Schema, keyword: string, report: Report): number | undefined {
  const value = schema[keyword];
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  report(keyword, `must be a number, not ${kindOf(value)}`);
  return undefined;
}

/** A number more than 0. */
export function stepOf(schema: Schema, keyword: string, report: Report): number | undefined {
  const value = numberOf(schema, keyword, report);
  if (value === undefined || value > 0) return value;
  report(keyword, 'must be more than 0');
  return undefined;
}

export function countOf(schema: Schema, keyword: string, report: Report): number | undefined {
  const value = schema[keyword];
  if (value === undefined) return undefined;
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value);
  report(keyword, 'must be a whole number from 0');
  return undefined;
}

export function flagOf(schema: Schema, keyword: string, report: Report): boolean {
  const value = schema[keyword];
  if (value !== undefined && typeof value !== 'boolean') {
    report(keyword, `must be true or false, not ${kindOf(value)}`);
  }
  return value === true;
}

/** The entries of a list of strings. */
export function namesOf(schema: Schema, keyword: string, report: Report): readonly string[] {
  const value = schema[keyword];
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((name) => typeof name === 'string')) {
    return [...new Set(value)];
  }
  report(keyword, 'must be an array of strings');
  return [];
}

/** The members of an object. */
export function entriesOf(schema: Schema, keyword: string, report: Report): [string, unknown][] {
  const value = schema[keyword];
  if (value === undefined) return [];
  if (isRecord(value)) return Object.entries(value);
  report(keyword, `must be an object, not ${kindOf(value)}`);
  return [];
}
