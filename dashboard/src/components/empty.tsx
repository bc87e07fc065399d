import { Center, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: ReactNode;
  /** The heading level; 1 if this is the title of the page. */
  readonly order?: 1 | 2;
  /** Buttons for the next step. */
  readonly children?: ReactNode;
}

/** An empty state: explains why there is no content and what to do next. */
export function Empty({ icon: Icon, title, text, order = 2, children }: EmptyProps) {
  return (
    <Center py={64} px="md">
      <Stack align="center" gap="sm" maw={440}>
        <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
          <Icon size={26} />
        </ThemeIcon>
        <Title order={order} ta="center" textWrap="balance">
          {title}
        </Title>
        <Text c="dimmed" ta="center" style={{ textWrap: 'balance' }}>
          {text}
        </Text>
        {children}
      </Stack>
    </Center>
  );
}
