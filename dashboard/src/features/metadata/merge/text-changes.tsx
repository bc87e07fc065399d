import { Hint } from '../../../components/hint.tsx';
import type { ChangeWords } from '../../../components/change-text.ts';
import { Changes } from '../../../components/changes.tsx';
import { changesBetweenTexts } from '../../../lib/json-diff.ts';
import { printJson, READABLE } from '../../../lib/json-print.ts';
import { metadata as words } from '../../../texts/metadata.ts';
import { pathText } from '../editor/shown-issues.ts';

/** In the editor, values are shown as JSON. */
export const DOCUMENT_WORDS: ChangeWords = {
  labelOf: pathText,
  textOf: (_path, node) => printJson(node, READABLE),
};

interface TextChangesProps {
  /** Texts of the document; null: there was none. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The changes between two texts of a document. */
export function TextChanges({ before, after }: TextChangesProps) {
  const changes = changesBetweenTexts(before, after);
  if (changes !== undefined && changes.length > 0) {
    return <Changes changes={changes} words={DOCUMENT_WORDS} />;
  }
  return (
    <Hint>
      {changes === undefined
        ? words.notComparable
        : before === after
          ? words.same
          : words.noDifference}
    </Hint>
  );
}
