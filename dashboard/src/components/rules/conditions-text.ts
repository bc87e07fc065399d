import { rules as words } from '../../texts/rules.ts';
import { fullTime } from '../../lib/time.ts';
import type { Conditions } from './rule.ts';

/** The conditions of a rule as short texts. */
export function conditionsText(when: Conditions): string[] {
  const { language, country, time, percent, query = [], app_version: version } = when;
  const text = words.summary;
  return [
    ...(language ? [text.language(language.join(', '))] : []),
    ...(country ? [text.country(country.join(', '))] : []),
    ...(time?.from === undefined ? [] : [text.from(fullTime(time.from))]),
    ...(time?.until === undefined ? [] : [text.until(fullTime(time.until))]),
    ...(percent ? [text.percent(percent.from ?? 0, percent.below ?? 100)] : []),
    ...query.map(({ name, values = [] }) => text.query(name, values.join(', '))),
    ...(version ? [text.version(version.from, version.below)] : []),
  ];
}
