import { Stack } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { PLATFORMS, type Platform } from '../../../api/types.ts';
import { Hint } from '../../../components/hint.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { AddMenu } from '../../../components/add-menu.tsx';
import { IconAction } from '../../../components/icon-action.tsx';
import { RouteInputs } from '../../../components/route-inputs.tsx';
import { RoutesText } from '../../../components/route-text.tsx';
import { CampaignButton } from '../campaign/campaign-button.tsx';
import { useUsedValues } from '../campaign/use-used-values.ts';
import type { LinkPartProps } from './link-query.ts';
import {
  ROUTE_FIELDS,
  routesChange,
  valuesOf,
  type RoutesValues,
  type RouteValues,
} from './routes.ts';
import { Section } from './section.tsx';
import { useLinkEdit } from './use-link-edit.ts';

/** Where the link leads on each platform. */
export function RoutesSection({ answer }: LinkPartProps) {
  const { routes } = answer.data;
  const { keepOf } = useUsedValues();
  const edit = useLinkEdit<RoutesValues>(answer, {
    fields: ROUTE_FIELDS,
    valuesOf: (link) => valuesOf(link.routes),
    changeOf: routesChange,
    onSaved: keepOf,
  });
  const [added, setAdded] = useState<Platform>();
  const adding = useRef<HTMLButtonElement>(null);
  const add = (values: RoutesValues, platform: Platform): void => {
    edit.set({ ...values, [platform]: { link: '', fallback: '', skipPage: false } });
    setAdded(platform);
  };
  const remove = (values: RoutesValues, platform: Platform): void => {
    const { [platform]: _, ...others } = values;
    edit.set(others);
    setAdded(undefined);
    // The button disappears with its route. The other one may be rendered only now.
    setTimeout(() => adding.current?.focus());
  };
  return (
    <Section
      title={linksTexts.routes}
      edit={edit}
      fields={(values) => (
        <Stack gap="lg">
          <Hint>{linksTexts.route.fallbackHint}</Hint>
          {PLATFORMS.map((platform) => {
            const route = values[platform];
            if (!route) return null;
            const change = (changed: RouteValues): void =>
              edit.set({ ...values, [platform]: changed });
            return (
              <RouteInputs
                key={platform}
                ofRule={false}
                platform={platform}
                {...route}
                added={platform === added}
                linkError={edit.issues.get(`/routes/${platform}/link`)}
                fallbackError={edit.issues.get(`/routes/${platform}/fallback`)}
                removal={
                  <IconAction
                    label={linksTexts.removeRoute}
                    aria-label={`${linksTexts.removeRoute}: ${texts.platforms[platform]}`}
                    onClick={() => remove(values, platform)}
                  >
                    <Trash2 size={16} />
                  </IconAction>
                }
                onText={(field, text) => change({ ...route, [field]: text })}
                onSkipPage={(skipPage) => change({ ...route, skipPage })}
              >
                {platform === 'web' && (
                  <CampaignButton
                    address={route.link}
                    onChange={(link) => change({ ...route, link })}
                  />
                )}
              </RouteInputs>
            );
          })}
          <AddMenu
            ref={adding}
            label={linksTexts.addPlatform}
            missing={PLATFORMS.filter((platform) => !values[platform])}
            texts={texts.platforms}
            onAdd={(platform) => add(values, platform)}
          />
        </Stack>
      )}
    >
      <Stack gap="md">
        {Object.keys(routes).length === 0 && <Hint>{linksTexts.noRoutes}</Hint>}
        <RoutesText routes={routes} />
      </Stack>
    </Section>
  );
}
