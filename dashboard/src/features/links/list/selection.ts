/** Which links of the list are selected. */
export interface Selection {
  /** All that match the filters, also those that are not loaded. */
  readonly matching: boolean;
  /** Otherwise these. */
  readonly codes: ReadonlySet<string>;
  /** The link that was selected last: a range begins there. */
  readonly anchor: string | undefined;
}

export const NO_SELECTION: Selection = { matching: false, codes: new Set(), anchor: undefined };

export function isSelected({ matching, codes }: Selection, code: string): boolean {
  return matching || codes.has(code);
}

/** Selects a link, or no longer. `listed`: the codes of the loaded links, in their order. */
export function toggled(selection: Selection, listed: readonly string[], code: string): Selection {
  const codes = new Set(selection.matching ? listed : selection.codes);
  if (!codes.delete(code)) codes.add(code);
  return { matching: false, codes, anchor: code };
}

/** Also selects the links from the anchor to this one. */
export function extendedTo(
  selection: Selection,
  listed: readonly string[],
  code: string,
): Selection {
  const { matching, codes, anchor = code } = selection;
  if (matching) return selection;
  const ends = [listed.indexOf(anchor), listed.indexOf(code)].filter((index) => index !== -1);
  const range = listed.slice(Math.min(...ends), Math.max(...ends) + 1);
  return { matching, codes: new Set([...codes, ...range]), anchor };
}

/** Were all loaded links selected last? More can have been loaded meanwhile. */
export function wasAll({ codes, anchor }: Selection): boolean {
  return codes.size > 0 && anchor === undefined;
}

export function allOf(listed: readonly string[]): Selection {
  return { matching: false, codes: new Set(listed), anchor: undefined };
}
