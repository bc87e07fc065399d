import type { WholePart } from '../../../api/save-part.ts';
import type { VisitSettings } from '../../../api/types.ts';

/** The appearance settings as the service stores them: without empty and default values. */
export function tidyVisits(visits: VisitSettings): VisitSettings {
  const { title, icon, color, home, forward_query, add_code, desktop_qr, social } = visits;
  const shown = filled({ ...social });
  return {
    ...filled({ title, icon, color, home }),
    ...(forward_query === false ? { forward_query } : {}),
    ...(add_code === false ? { add_code } : {}),
    ...(desktop_qr === false ? { desktop_qr } : {}),
    ...(Object.keys(shown).length === 0 ? {} : { social: shown }),
  };
}

function filled(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

/** The appearance settings as a part of the app. */
export const visitsPart: WholePart<VisitSettings> = {
  of: ({ visits }) => tidyVisits(visits),
  change: (visits) => ({ visits: tidyVisits(visits) }),
  complete: (value) => tidyVisits(value),
};
