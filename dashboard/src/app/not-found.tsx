import { Button, Center } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { Empty } from '../components/empty.tsx';
import * as texts from '../texts/texts.ts';

export function NotFound() {
  return (
    <Center mih="60vh">
      <Empty icon={Compass} title={texts.notFoundTitle} text={texts.notFoundText}>
        <Button component={Link} to="/">
          {texts.backToLinks}
        </Button>
      </Empty>
    </Center>
  );
}
