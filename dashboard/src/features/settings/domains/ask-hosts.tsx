import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { RadioTower } from 'lucide-react';
import { useApp } from '../../../api/session.ts';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { doctorQuery } from '../doctor/use-doctor.ts';

/** Has the hosts asked as phones ask them; the findings then stand beside each. */
export function AskHosts() {
  const hosts = useQuery({ ...doctorQuery(useApp(), true), enabled: false });
  const words = setupTexts.doctor;
  return (
    <Button
      variant="default"
      leftSection={hosts.isFetching ? <Loader size={14} /> : <RadioTower size={16} aria-hidden />}
      disabled={hosts.isFetching}
      onClick={() => void hosts.refetch()}
    >
      {hosts.data === undefined ? setupTexts.hosts.ask : words.askAgain}
    </Button>
  );
}
