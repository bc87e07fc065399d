import '../../app/mantine-more.css';
import { Paper, SegmentedControl, Stack, Text, Title, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page } from '../../components/page.tsx';
import { account as accountTexts } from '../../texts/account.ts';
import * as texts from '../../texts/texts.ts';
import { NameForm } from './name-form.tsx';
import { Password } from './password.tsx';
import { Sessions } from './sessions.tsx';

/** What belongs to the person and not to an app. */
export function AccountPage() {
  return (
    <Page title={accountTexts.title} width={720}>
      <Section title={accountTexts.you}>
        <NameForm />
      </Section>
      <Section title={accountTexts.password}>
        <Password />
      </Section>
      <Sessions />
      <Section title={accountTexts.theme} lead={accountTexts.themeLead}>
        <Theme />
      </Section>
    </Page>
  );
}

interface SectionProps {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}

function Section({ title, lead, children }: SectionProps) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-label={title}>
      <Stack gap="md">
        <div>
          <Title order={2}>{title}</Title>
          {lead !== undefined && (
            <Text size="sm" c="dimmed" mt={4}>
              {lead}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  );
}

function Theme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label={accountTexts.theme}
      value={colorScheme}
      onChange={(value) => setColorScheme(value)}
      data={[
        { value: 'light', label: texts.nav.light },
        { value: 'dark', label: texts.nav.dark },
        { value: 'auto', label: texts.nav.system },
      ]}
    />
  );
}
