import { Stack, Text } from '@mantine/core';
import { Hint } from '../../../components/hint.tsx';
import { RoutesText } from '../../../components/route-text.tsx';
import {
  hasCompleteTimes,
  RULE_FIELDS,
  type Conditions,
  type Rule,
} from '../../../components/rules/rule.ts';
import { RulesEditor } from '../../../components/rules/rules-editor.tsx';
import { isSameValue } from '../../../lib/json-value.ts';
import { fullTime } from '../../../lib/time.ts';
import { rules as words } from '../../../texts/rules.ts';
import type { LinkPartProps } from './link-query.ts';
import { Section } from './section.tsx';
import { useLinkEdit } from './use-link-edit.ts';

/** The conditional routes of the link. */
export function RulesSection({ answer }: LinkPartProps) {
  const { rules, own_rules: isOwn } = answer.data;
  const edit = useLinkEdit<readonly Rule[]>(answer, {
    fields: RULE_FIELDS,
    valuesOf: (link) => link.rules,
    isValid: (values) => values.every(hasCompleteTimes),
    changeOf: (changed, base) =>
      isSameValue(changed, base.rules) ? undefined : { rules: changed },
  });
  const ofTemplate = rules.length > 0 && !isOwn;
  return (
    <Section
      title={words.title}
      edit={edit}
      fields={(values) => (
        <Stack gap="md">
          <Hint>{ofTemplate ? words.ofTemplate : words.text}</Hint>
          <RulesEditor rules={values} none={words.none} issues={edit.issues} onChange={edit.set} />
        </Stack>
      )}
    >
      <Stack gap="md">
        {rules.length === 0 && <Hint>{words.none}</Hint>}
        {rules.map((rule, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rules have no other identity
          <ShownRule key={index} rule={rule} number={index + 1} />
        ))}
      </Stack>
    </Section>
  );
}

function ShownRule({ rule, number }: { readonly rule: Rule; readonly number: number }) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {words.named(number, rule.name ?? '')}
      </Text>
      <Hint style={{ overflowWrap: 'anywhere' }}>{conditionsText(rule.when).join(' · ')}</Hint>
      <RoutesText routes={rule.routes} />
    </Stack>
  );
}

/** The conditions of a rule as short texts. */
function conditionsText(when: Conditions): string[] {
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
