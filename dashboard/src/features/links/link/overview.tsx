import { Grid, Stack } from '@mantine/core';
import { LinkDetails } from './link-details.tsx';
import { LimitSection } from './limit-section.tsx';
import type { LinkPartProps } from './link-query.ts';
import { NamesSection } from './names-section.tsx';
import { RoutesSection } from './routes-section.tsx';
import { RulesSection } from './rules-section.tsx';
import { SocialSection } from './social-section.tsx';
import { TagsSection } from './tags-section.tsx';
import { ValiditySection } from './validity-section.tsx';

export function Overview({ answer }: LinkPartProps) {
  return (
    <Grid>
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack>
          <RoutesSection answer={answer} />
          <RulesSection answer={answer} />
          <LimitSection answer={answer} />
          <ValiditySection answer={answer} />
          <TagsSection answer={answer} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Stack>
          <NamesSection answer={answer} />
          <SocialSection answer={answer} />
          <LinkDetails link={answer.data} />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}
