import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { appQuery } from '../../../api/app-document.ts';
import { useApp } from '../../../api/session.ts';
import type { Link } from '../../../api/types.ts';
import { Hint } from '../../../components/hint.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { socialOf } from '../new/new-link.ts';
import { cardOf, socialTexts, type SocialTexts } from '../../../components/social.ts';
import { FillFromPage } from '../../../components/fill-from-page.tsx';
import { SocialFields } from '../../../components/social-fields.tsx';
import { SocialPreview } from '../../../components/social-preview.tsx';
import type { LinkPartProps } from './link-query.ts';
import { Section } from './section.tsx';
import { useLinkEdit } from './use-link-edit.ts';

const FIELDS = ['/social/title', '/social/description', '/social/image'];

/** The web page that the link leads to; empty: none. */
function pageOf({ routes }: Link): string {
  const { link = '', fallback = '' } = routes.web ?? {};
  return [link, fallback].find((address) => /^https?:/i.test(address)) ?? '';
}

export function SocialSection({ answer }: LinkPartProps) {
  const app = useApp();
  const { social, smartlink } = answer.data;
  const setup = useQuery(appQuery(app)).data?.data;
  const edit = useLinkEdit<SocialTexts>(answer, {
    fields: FIELDS,
    valuesOf: (link) => socialTexts(link.social),
    changeOf: (values) => ({ social: socialOf(values) }),
  });
  const host = new URL(smartlink).host;
  return (
    <Section
      title={linksTexts.social}
      edit={edit}
      fields={(values) => (
        <>
          <SocialFields
            values={values}
            error={(name) => edit.issues.get(`/social/${name}`)}
            onChange={(name, text) => edit.set({ ...values, [name]: text })}
          />
          <FillFromPage
            page={pageOf(answer.data)}
            values={values}
            onFill={(found) => edit.set({ ...values, ...found })}
          />
          <SocialPreview card={cardOf(socialOf(values), setup?.visits, app)} host={host} />
        </>
      )}
    >
      <Stack gap="sm">
        {social === null && <Hint>{linksTexts.socialOfApp}</Hint>}
        <SocialPreview card={cardOf(social, setup?.visits, app)} host={host} />
      </Stack>
    </Section>
  );
}
