import { Button, Loader } from '@mantine/core';
import { RadioTower } from 'lucide-react';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { useDoctor } from './use-doctor.ts';

/** Checks the domains as phones do. `label`: before the first check. */
export function CheckHosts({ label }: { readonly label: string }) {
  const { hosts } = useDoctor();
  return (
    <Button
      variant="default"
      leftSection={hosts.isFetching ? <Loader size={14} /> : <RadioTower size={16} aria-hidden />}
      disabled={hosts.isFetching}
      onClick={() => void hosts.refetch()}
    >
      {hosts.data === undefined ? label : setupTexts.doctor.askAgain}
    </Button>
  );
}
