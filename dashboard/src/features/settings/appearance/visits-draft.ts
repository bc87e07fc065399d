import type { Part } from '../../../api/save-part.ts';
import type { VisitSettings } from '../../../api/types.ts';

/** How visits are answered, as the service has it: what is empty or the default is left out. */
export function tidyVisits(visits: VisitSettings): VisitSettings {
  const { title, icon, color, home, forward_query, add_code, social } = visits;
  const shown = filled({ ...social });
  return {
    ...filled({ title, icon, color, home }),
    ...(forward_query === false ? { forward_query } : {}),
    ...(add_code === false ? { add_code } : {}),
    ...(Object.keys(shown).length === 0 ? {} : { social: shown }),
  };
}

function filled(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

/** The visits as a part of the app. */
export const visitsPart: Part<VisitSettings> = {
  of: ({ visits }) => tidyVisits(visits),
  change: (visits) => ({ visits: tidyVisits(visits) }),
  whole: (value) => tidyVisits(value),
};
