import type { Difference } from '../../domain/app/setup-diff.ts';
import type { Transaction } from '../../storage/database.ts';
import type { Author, Context } from '../context.ts';
import { appendAppEvent } from './events.ts';

/** Templates that one event names: an app can have thousands. */
const MAX_NAMED = 100;

/** Adds the events of a changed app: one about its templates, and one about everything else. */
export async function appendSetupEvents(
  ctx: Context,
  tx: Transaction,
  author: Author,
  app: string,
  differences: readonly Difference[],
): Promise<void> {
  const prefix = `${app}/templates`;
  const ofTemplates = differences.filter(({ what }) => what.startsWith(prefix));
  if (ofTemplates.length > 0) {
    const templates = ofTemplates.slice(0, MAX_NAMED).map(({ what, change }) => {
      const name = what.slice(prefix.length + 1);
      return name === '' ? { change: 'order' } : { name, change };
    });
    const data = { templates, changed_templates: ofTemplates.length };
    await appendAppEvent(ctx, tx, author, 'template.changed', data);
  }
  const others = differences.filter(({ what }) => !what.startsWith(prefix));
  if (others.length === 0) return;
  const changed = others
    .map(({ what }) => what.slice(app.length + 1))
    .filter((what) => what !== '');
  await appendAppEvent(ctx, tx, author, 'app.changed', { changed });
}
