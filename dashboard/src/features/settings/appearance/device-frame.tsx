import { useElementSize } from '@mantine/hooks';
import type { PreviewDevice } from './use-preview.ts';
import styles from './device-frame.module.css';

/** The viewport of a page on the device, in CSS pixels. */
const SCREENS: Readonly<Record<PreviewDevice, readonly [width: number, height: number]>> = {
  iphone: [390, 660],
  android: [412, 690],
  desktop: [880, 640],
};

/** Fits on common screens without scrolling. */
const MAX_HEIGHT = 540;

interface DeviceFrameProps {
  readonly device: PreviewDevice;
  readonly html: string;
  readonly title: string;
}

/** A page in the size of a device, scaled to fit. It runs no scripts. */
export function DeviceFrame({ device, html, title }: DeviceFrameProps) {
  const { ref, width: available } = useElementSize();
  const [width, height] = SCREENS[device];
  const scale = available === 0 ? 0 : Math.min(1, (available - 2) / width, MAX_HEIGHT / height);
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
