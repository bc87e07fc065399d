import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { RadioTower } from 'lucide-react';
import { useApp } from '../../../api/session.ts';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { doctorQuery } from './use-doctor.ts';

/** Checks the domains as phones do. `label`: before the first check. */
export function CheckHosts({ label }: { readonly label: string }) {
  const hosts = useQuery({ ...doctorQuery(useApp(), true), enabled: false });
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
