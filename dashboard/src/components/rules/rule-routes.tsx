import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { PLATFORMS, type Platform } from '../../api/types.ts';
import { links as linksTexts } from '../../texts/links.ts';
import { rules as words } from '../../texts/rules.ts';
import { shared as texts } from '../../texts/shared.ts';
import { AddMenu } from '../add-menu.tsx';
import { IconAction } from '../icon-action.tsx';
import { RouteInputs } from '../route-inputs.tsx';
import { RulePart } from './rule-part.tsx';
import { withMember, type Rule, type RuleRoute } from './rule.ts';

interface RuleRoutesProps {
  readonly routes: Rule['routes'];
  /** The error at a location inside; `''`: of all routes. */
  readonly issue: (pointer: string) => string | undefined;
  readonly disabled: boolean;
  readonly onChange: (routes: Rule['routes']) => void;
}

export function RuleRoutes({ routes, issue, disabled, onChange }: RuleRoutesProps) {
  const [added, setAdded] = useState<Platform>();
  return (
    <RulePart title={words.routes} hint={words.routesHint} error={issue('')}>
      {PLATFORMS.map((platform) => {
        const route = routes[platform];
        if (!route) return null;
        const change = (changed: RuleRoute | undefined): void =>
          onChange(withMember(routes, platform, changed));
        return (
          <RouteInputs
            key={platform}
            ofRule
            platform={platform}
            link={route.link ?? ''}
            fallback={route.fallback ?? ''}
            skipPage={route.skip_page === true}
            added={platform === added}
            linkError={issue(`/${platform}/link`) ?? issue(`/${platform}`)}
            fallbackError={issue(`/${platform}/fallback`)}
            disabled={disabled}
            removal={
              <IconAction
                label={words.removeRoute(texts.platforms[platform])}
                disabled={disabled}
                onClick={() => change(undefined)}
              >
                <Trash2 size={16} />
              </IconAction>
            }
            onText={(field, text) => change(withMember(route, field, text || undefined))}
            onSkipPage={(skips) => change(withMember(route, 'skip_page', skips || undefined))}
          />
        );
      })}
      {!disabled && (
        <AddMenu
          label={linksTexts.addPlatform}
          missing={PLATFORMS.filter((platform) => !routes[platform])}
          texts={texts.platforms}
          onAdd={(platform) => {
            setAdded(platform);
            onChange({ ...routes, [platform]: {} });
          }}
        />
      )}
    </RulePart>
  );
}
