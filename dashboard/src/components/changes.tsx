import { Image, Stack, Text } from '@mantine/core';
import type { Change } from '../lib/json-diff.ts';
import { pointerOf, type JsonPath } from '../lib/json-node.ts';
import { isImageData } from '../lib/image-data.ts';
import { fullTime } from '../lib/time.ts';
import { Hint } from './hint.tsx';
import { change as changeTexts } from '../texts/change.ts';
import { FIELD_FORMAT, isTimeOfField, type ChangeFormat } from './change-text.ts';
import classes from './changes.module.css';

const MAX_SHOWN = 500;

interface ChangesProps {
  readonly changes: readonly Change[];
  readonly format?: ChangeFormat;
}

/** A list of changes: each location with its old and its new value. */
export function Changes({ changes, format = FIELD_FORMAT }: ChangesProps) {
  if (changes.length === 0) return <Hint>{changeTexts.nothing}</Hint>;
  const left = changes.length - MAX_SHOWN;
  return (
    <>
      <Stack gap={6} component="dl" className={classes.list}>
        {changes.slice(0, MAX_SHOWN).map(({ path, before, after }) => (
          // A removed and an added element can have the same index.
          <div key={[pointerOf(path), !before, !after].join()} className={classes.change}>
            <dt className={classes.label}>{format.labelOf(path)}</dt>
            <dd className={classes.values}>
              {before && <Side side="before" path={path} text={format.textOf(path, before)} />}
              {after && <Side side="after" path={path} text={format.textOf(path, after)} />}
            </dd>
          </div>
        ))}
      </Stack>
      {left > 0 && <Hint>{changeTexts.more(left)}</Hint>}
    </>
  );
}

/** The spaces do not break: a long address begins beside the sign, not below it. */
const SIDES = {
  before: { component: 'del', sign: '−\u00a0' },
  after: { component: 'ins', sign: '+\u00a0' },
} as const;

interface SideProps {
  readonly side: keyof typeof SIDES;
  readonly path: JsonPath;
  readonly text: string;
}

function Side({ side, path, text }: SideProps) {
  const { component, sign } = SIDES[side];
  return (
    <Text
      component={component}
      size="sm"
      className={[classes.side, classes[side]].join(' ')}
      // Long values scroll.
      tabIndex={text.includes('\n') ? 0 : undefined}
    >
      <span role="img" aria-label={changeTexts[side]}>
        {sign}
      </span>
      <ChangeValue path={path} text={text} />
    </Text>
  );
}

interface ChangeValueProps {
  readonly path: JsonPath;
  /** Undefined: there is no value. */
  readonly text: string | undefined;
}

/** A value in a comparison. */
export function ChangeValue({ path, text }: ChangeValueProps) {
  if (text === undefined || text === '') {
    return <i>{text === '' ? changeTexts.empty : changeTexts.none}</i>;
  }
  if (path.at(-1) === 'icon' && isImageData(text)) {
    return <Image src={text} alt={changeTexts.parts.icon} w={48} h={48} fit="contain" />;
  }
  if (isTimeOfField(path, text)) {
    return (
      <time dateTime={text} title={text} className={classes.value}>
        {fullTime(text)}
      </time>
    );
  }
  return <bdi className={classes.value}>{text}</bdi>;
}
