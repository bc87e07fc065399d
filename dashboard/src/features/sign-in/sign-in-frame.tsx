import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from '../../components/logo.tsx';

/** The frame of the pages before the sign-in: a narrow card below the logo. */
export function SignInFrame({ children }: { readonly children: ReactNode }) {
  return (
    <Center mih="100dvh" p="md" component="main">
      <Paper withBorder shadow="sm" p={{ base: 'lg', sm: 'xl' }} radius="lg" w="100%" maw={420}>
        <Stack>
          <Center>
            <Logo size={48} />
          </Center>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}

interface SignInFrameTextProps {
  readonly title: string;
  readonly text: string | undefined;
  readonly children?: ReactNode;
}

/** The title of a page in this frame, with an explanation. */
export function SignInFrameText({ title, text, children }: SignInFrameTextProps) {
  return (
    <Stack gap={6} align="center">
      <Title order={1} ta="center" textWrap="balance" style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Title>
      {children}
      <Text c="dimmed" size="sm" ta="center" style={{ textWrap: 'balance' }}>
        {text}
      </Text>
    </Stack>
  );
}
