import '../../components/mantine-more.css';
import { Button, Code } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { DoorOpen } from 'lucide-react';
import { meQuery, useMe } from '../../api/session.ts';
import { askAgain } from '../../api/signed-in-member.ts';
import { Empty } from '../../components/empty.tsx';
import { Page } from '../../components/page.tsx';
import { account as accountTexts } from '../../texts/account.ts';

/** For users who are not a member of any app. */
export function NoAppPage() {
  const { member } = useMe();
  const me = useQuery(meQuery);
  const router = useRouter();
  const checkAgain = async (): Promise<void> => {
    askAgain();
    await me.refetch();
    // If there is an app now, the start page redirects to it.
    await router.invalidate();
  };
  return (
    <Page title={accountTexts.noApp}>
      <Empty
        icon={DoorOpen}
        title={accountTexts.noAppTitle}
        text={
          <>
            {accountTexts.noAppText(member.email)} <Code>{accountTexts.noAppCommand}</Code>
          </>
        }
      >
        <Button onClick={() => void checkAgain()} loading={me.isFetching}>
          {accountTexts.checkAgain}
        </Button>
      </Empty>
    </Page>
  );
}
