import { Button, Loader } from '@mantine/core';
import { RadioTower } from 'lucide-react';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { useDoctor } from './use-doctor.ts';

/** Checks the domains as phones do. */
export function CheckHosts() {
  const { settings, hosts } = useDoctor();
  const words = setupTexts.doctor;
  return (
    <Button
      variant="default"
      leftSection={hosts.isFetching ? <Loader size={14} /> : <RadioTower size={16} aria-hidden />}
      // A result belongs to the findings of the settings, so it would be lost when these arrive.
      disabled={hosts.isFetching || settings.data === undefined}
      onClick={() => void hosts.refetch()}
    >
      {hosts.data === undefined ? words.ask : words.askAgain}
    </Button>
  );
}
