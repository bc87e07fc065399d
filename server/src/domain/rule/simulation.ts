import { languageTag } from '../click/language-tag.ts';
import type { Issue } from '../text/issue.ts';
import { parseTime } from '../text/time-text.ts';
import { parseVersion } from './version-number.ts';

/** The conditions of a simulated visit as text. */
export interface Simulation {
  readonly language?: string | undefined;
  readonly country?: string | undefined;
  readonly address?: string | undefined;
  readonly appVersion?: string | undefined;
  readonly at?: string | undefined;
}

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f:]*:[\da-f:.]*)$/i;

/** Conditions that no visitor can have: a rule would never match, without a reason that one could see. */
export function simulationIssues(simulation: Simulation): Issue[] {
  const { language, country, address, appVersion, at } = simulation;
  const issues: Issue[] = [];
  const check = (name: string, text: string | undefined, isRight: Check, rule: string): void => {
    if (text !== undefined && !isRight(text)) issues.push({ pointer: `/${name}`, detail: rule });
  };
  check('language', language, isLanguage, 'must be a language such as "de" or "pt-BR"');
  check('country', country, isCountry, 'must be the code of a country, such as "DE"');
  check('address', address, (text) => ADDRESS.test(text), 'must be an IP address');
  check('app_version', appVersion, isVersion, 'must be a version such as "5.2.1"');
  check('at', at, isTime, 'must be a time with its offset, such as "2026-12-24T18:00:00+01:00"');
  return issues;
}

type Check = (text: string) => boolean;

const isLanguage: Check = (text) => languageTag(text) !== '' && !/[,;\s]/.test(text);
const isCountry: Check = (text) => /^[A-Z]{2}$/.test(text);
const isVersion: Check = (text) => parseVersion(text) !== undefined;
const isTime: Check = (text) => parseTime(text) !== undefined;
