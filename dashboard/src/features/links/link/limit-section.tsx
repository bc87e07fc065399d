import { Hint } from '../../../components/hint.tsx';
import { LimitInput } from '../../../components/limit-input.tsx';
import { isLimit, type LimitValue } from '../../../lib/limit.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import { CountBar } from './count-bar.tsx';
import type { LinkPartProps } from './link-query.ts';
import { Section } from './section.tsx';
import { useLinkEdit } from './use-link-edit.ts';

export function LimitSection({ answer }: LinkPartProps) {
  const { redemptions } = answer.data;
  const edit = useLinkEdit<LimitValue>(answer, {
    fields: ['/redeem_limit'],
    valuesOf: (link) => link.redeem_limit ?? '',
    isValid: isLimit,
    changeOf: (value) => ({ redeem_limit: typeof value === 'number' ? value : null }),
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
            onChange={edit.set}
            error={edit.issues.get('/redeem_limit')}
          />
          {typeof value === 'number' && value < redemptions && (
            <Hint>{linksTexts.limitBelow(redemptions)}</Hint>
          )}
        </>
      )}
    >
      <CountBar link={answer.data} />
    </Section>
  );
}
