import { notifications } from '@mantine/notifications';
import {
  lazy,
  useEffect,
  useEffectEvent,
  useSyncExternalStore,
  type FunctionComponent,
} from 'react';
import { checkConnection, onServiceReturn } from '../api/connection.ts';
import { listeners } from '../api/listeners.ts';
import { shared as texts } from '../texts/shared.ts';
import { ErrorAlert } from './error-alert.tsx';

type Load<Props> = () => Promise<FunctionComponent<Props>>;

/**
 * A part of a page whose code is loaded when it is first shown. If it cannot be loaded, an error is in its place; thrown,
 * the error would replace the whole page, with its input.
 */
export function lazyPart<Props extends object>(load: Load<Props>): FunctionComponent<Props> {
  return loadedOnUse(load, (retry) => () => <MissingPart retry={retry} />);
}

function MissingPart({ retry }: { readonly retry: () => void }) {
  useEffect(() => onServiceReturn(retry), [retry]);
  return <ErrorAlert error={new Error(texts.outdated)} retry={retry} />;
}

interface LayerProps {
  /** Left out: it is rendered only while it is open. */
  readonly opened?: boolean;
  readonly onClose: () => void;
}

/** A menu or a dialog, loaded in the same way. If it cannot be loaded, a message says so and it closes. */
export function lazyLayer<Props extends object>(
  load: Load<Props>,
): FunctionComponent<Props & LayerProps> {
  return loadedOnUse<Props & LayerProps>(load, (retry) => {
    let hasFailedNow = true;
    return function MissingLayer({ opened = true, onClose }) {
      const show = useEffectEvent(() => {
        if (!hasFailedNow) return retry();
        notifications.show({ color: 'orange', message: texts.outdated });
        onClose();
      });
      useEffect(() => {
        if (opened) show();
        hasFailedNow = false;
      }, [opened]);
      useEffect(() => onServiceReturn(retry), []);
      return null;
    };
  });
}

/** `missing` makes what is rendered if the code cannot be loaded. It can call `retry`. */
function loadedOnUse<Props extends object>(
  load: Load<Props>,
  missing: (retry: () => void) => FunctionComponent<Props>,
): FunctionComponent<Props> {
  const changed = listeners();
  const retry = (): void => {
    part = attempt();
    changed.notify();
  };
  const attempt = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch {
        void checkConnection();
        return { default: missing(retry) };
      }
    });
  let part = attempt();
  return function LoadedOnUse(props: Props) {
    const Part = useSyncExternalStore(changed.subscribe, () => part);
    return <Part {...props} />;
  };
}
