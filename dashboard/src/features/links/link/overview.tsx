import { Grid, Stack } from '@mantine/core';
import { LinkDetails } from './link-details.tsx';
import { LimitSection } from './limit-section.tsx';
import type { LinkPartProps } from './link-query.ts';
import { RoutesSection } from './routes-section.tsx';
import { SocialSection } from './social-section.tsx';
import { TagsSection } from './tags-section.tsx';

export function Overview({ app, answer }: LinkPartProps) {
  return (
    <Grid>
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack>
          <RoutesSection app={app} answer={answer} />
          <LimitSection app={app} answer={answer} />
          <TagsSection app={app} answer={answer} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Stack>
          <SocialSection app={app} answer={answer} />
          <LinkDetails app={app} link={answer.data} />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}
