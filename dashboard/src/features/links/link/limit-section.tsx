import { Text } from '@mantine/core';
import { LimitInput } from '../../../components/limit-input.tsx';
import { assignIssues } from '../../../lib/issues.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import { CountBar } from './count-bar.tsx';
import type { LinkAnswer } from './link-query.ts';
import { Section } from './section.tsx';
import { useLinkEdit } from './use-link-edit.ts';

interface PartProps {
  readonly app: string;
  readonly answer: LinkAnswer;
}

export function LimitSection({ app, answer }: PartProps) {
  const { redemptions, state } = answer.data;
  const edit = useLinkEdit<number | ''>(app, answer, {
    valuesOf: (link) => link.redeem_limit ?? '',
    changeOf: (value) => ({ redeem_limit: value === '' ? null : value }),
  });
  const issues = assignIssues(edit.error, ['/redeem_limit']);
  return (
    <Section
      title={linksTexts.redeeming}
      edit={edit}
      fixed={state === 'deleted'}
      otherError={issues.rest}
      fields={(value) => (
        <>
          <LimitInput
            label={linksTexts.limit}
            description={linksTexts.limitHint}
            placeholder={linksTexts.noLimit}
            value={value}
            onChange={(next) => edit.set(typeof next === 'number' ? next : '')}
            error={issues.at.get('/redeem_limit')}
          />
          {value !== '' && value < redemptions && (
            <Text size="sm" c="dimmed">
              {linksTexts.limitBelow(redemptions)}
            </Text>
          )}
        </>
      )}
    >
      <CountBar link={answer.data} />
    </Section>
  );
}
