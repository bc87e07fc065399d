import { Hint } from '../../../components/hint.tsx';
import { LimitInput } from '../../../components/limit-input.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { CountBar } from './count-bar.tsx';
import type { LinkPartProps } from './link-query.ts';
import { Section } from './section.tsx';
import { useLinkEdit } from './use-link-edit.ts';

export function LimitSection({ answer }: LinkPartProps) {
  const { redemptions } = answer.data;
  const edit = useLinkEdit<number | ''>(answer, {
    fields: ['/redeem_limit'],
    valuesOf: (link) => link.redeem_limit ?? '',
    changeOf: (value) => ({ redeem_limit: value === '' ? null : value }),
  });
  return (
    <Section
      title={linksTexts.redeeming}
      edit={edit}
      fields={(value) => (
        <>
          <LimitInput
            label={linksTexts.limit}
            description={linksTexts.limitHint}
            placeholder={linksTexts.noLimit}
            value={value}
            onChange={(next) => edit.set(typeof next === 'number' ? next : '')}
            error={edit.issues.get('/redeem_limit')}
          />
          {value !== '' && value < redemptions && <Hint>{linksTexts.limitBelow(redemptions)}</Hint>}
        </>
      )}
    >
      <CountBar link={answer.data} />
    </Section>
  );
}
