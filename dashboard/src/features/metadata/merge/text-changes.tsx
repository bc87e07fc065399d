import { Hint } from '../../../components/hint.tsx';
import type { ChangeFormat } from '../../../components/change-text.ts';
import { Changes } from '../../../components/changes.tsx';
import { changesBetweenTexts } from '../../../lib/json-diff.ts';
import { printJson, READABLE } from '../../../lib/json-print.ts';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';
import { pathText } from '../editor/shown-issues.ts';

/** Paths and values as in the editor: values are JSON. */
export const DOCUMENT_FORMAT: ChangeFormat = {
  labelOf: pathText,
  textOf: (_path, node) => printJson(node, READABLE),
};

interface TextChangesProps {
  /** The texts of the document; null: no metadata. */
  readonly before: string | null;
  readonly after: string | null;
}

export function TextChanges({ before, after }: TextChangesProps) {
  const changes = changesBetweenTexts(before, after);
  if (changes !== undefined && changes.length > 0) {
    return <Changes changes={changes} format={DOCUMENT_FORMAT} />;
  }
  return (
    <Hint>
      {changes === undefined
        ? metadataTexts.notComparable
        : before === after
          ? metadataTexts.noDifferences
          : metadataTexts.onlyLayoutDiffers}
    </Hint>
  );
}
