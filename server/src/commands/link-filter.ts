import { Option } from 'commander';
import type { TextFilter } from '../actions/links/list-links.ts';
import { LINK_STATES, type LinkState } from '../domain/link/link-state.ts';
import { expiryPeriod, VALIDITY_PHASES, type ValidityPhase } from '../domain/link/validity.ts';
import { expiryDays } from './arguments.ts';
import type { OperatorCommand } from './command.ts';

export interface FilterOptions {
  readonly query?: string;
  readonly tag?: string;
  readonly state?: LinkState;
  readonly validity?: ValidityPhase;
  readonly expiresWithin?: number;
}

/** Adds the options that select links. */
export function withLinkFilter(command: OperatorCommand): OperatorCommand {
  return command
    .option(
      '--query <text>',
      'the beginning of the code, or text in the URI, the tags, the name, the note, the social title or the metadata',
    )
    .option('--tag <tag>', 'only links with this tag; campaign/ also has campaign/spring')
    .addOption(
      new Option('--state <state>', 'default: all except deleted links').choices(LINK_STATES),
    )
    .addOption(
      new Option('--validity <phase>', 'links that do not work yet, work, or have ended').choices(
        VALIDITY_PHASES,
      ),
    )
    .option('--expires-within <days>', 'only links that end within these days', expiryDays);
}

/** `now`: in milliseconds since 1970-01-01 UTC. */
export function linkFilterOf(options: FilterOptions, now: number): TextFilter {
  const { query: text, tag, state, validity: phase, expiresWithin } = options;
  const validity = phase && { phase, now };
  return { text, tag, state, validity, expiring: expiryPeriod(expiresWithin, now) };
}
