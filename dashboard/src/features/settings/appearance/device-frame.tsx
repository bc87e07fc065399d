import { useElementSize } from '@mantine/hooks';
import type { PreviewDevice } from './use-preview.ts';
import styles from './device-frame.module.css';

/** The part of the screen that a page has there, in its own pixels. */
const SCREENS: Readonly<Record<PreviewDevice, readonly [width: number, height: number]>> = {
  iphone: [390, 660],
  android: [412, 690],
  desktop: [880, 640],
};

/** It fits on usual screens without scrolling. */
const MAX_HEIGHT = 540;

interface DeviceFrameProps {
  readonly device: PreviewDevice;
  readonly html: string;
  readonly title: string;
}

/** A page in the size of a device, made as small as there is room. It can do nothing. */
export function DeviceFrame({ device, html, title }: DeviceFrameProps) {
  const { ref, width: room } = useElementSize();
  const [width, height] = SCREENS[device];
  const scale = room === 0 ? 0 : Math.min(1, (room - 2) / width, MAX_HEIGHT / height);
  return (
    <div ref={ref} className={styles.room}>
      <div
        className={styles.screen}
        data-phone={device !== 'desktop' || undefined}
        style={{ width: width * scale, height: height * scale }}
      >
        <iframe
          title={title}
          sandbox=""
          srcDoc={html}
          width={width}
          height={height}
          style={{ transform: `scale(${scale})` }}
          className={styles.page}
        />
      </div>
    </div>
  );
}
