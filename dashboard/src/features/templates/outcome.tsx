import { Text } from '@mantine/core';
import { PLATFORMS, type Route, type Routes } from '../../api/types.ts';
import { Hint } from '../../components/hint.tsx';
import { PlatformName } from '../../components/platform-name.tsx';
import { RouteText } from '../../components/route-text.tsx';
import { templates as templatesTexts } from '../../texts/templates.ts';
import styles from './outcome.module.css';

export function RouteOutcome({ route }: { readonly route: Route | undefined }) {
  if (route === undefined) return <Hint>{templatesTexts.outcome.platformDisabled}</Hint>;
  return <RouteText route={route} />;
}

export function RoutesOutcome({ routes }: { readonly routes: Routes }) {
  return (
    <ul className={styles.routes}>
      {PLATFORMS.map((platform) => (
        <li key={platform}>
          <Text size="sm" fw={500} mb={2} component="div">
            <PlatformName platform={platform} />
          </Text>
          <RouteOutcome route={routes[platform]} />
        </li>
      ))}
    </ul>
  );
}
