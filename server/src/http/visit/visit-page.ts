import type { Context } from '../../actions/context.ts';
import { NO_RULE } from '../../domain/rule/active-rules.ts';
import { finishedPage, type FinishedPage } from '../../pages/finished-page.ts';
import { isMessage, MESSAGE_STATUS } from '../../visit/answer.ts';
import { visitorKey } from '../../visit/app-launch.ts';
import { visitorClass } from '../../visit/facts.ts';
import { answerPage, type Shown } from './answer-page.ts';
import { openedBase } from './opened-base.ts';

/** The page of a link that was just read. It is not cached, because most links are opened rarely. */
export function newPage(ctx: Context, shown: Shown): FinishedPage {
  return isMessage(shown.answer) ? messagePage(ctx, shown) : finished(ctx, shown);
}

/** The page of a cached link: the one that an equal visitor got before, if it is still valid. */
export function cachedPage(ctx: Context, shown: Shown): FinishedPage {
  const { answer, app, visit, language, rule } = shown;
  if (isMessage(answer)) return messagePage(ctx, shown);
  const isLaunch = answer.kind === 'open-app';
  const visitor = isLaunch ? visitorKey(visit.facts) : visitorClass(visit.facts);
  const ruled = rule === NO_RULE ? '' : ` by ${rule}`;
  // These pages contain the host, so each host has its own.
  const named = answer.kind === 'scan' || answer.kind === 'preview';
  const base = named ? openedBase(ctx, app.id, visit.host) : ctx.own().smartlinkBase;
  const key = `${visit.code} ${language} ${visitor}${ruled}${named ? ` ${base}` : ''}`;
  return ctx.cache.pages.through(key, { app, answer, base }, () => finished(ctx, shown));
}

function messagePage(ctx: Context, shown: Shown): FinishedPage {
  const { answer, app, language } = shown;
  const source = { app, answer: undefined, base: '' };
  return ctx.cache.pages.through(`${app.id} ${language} ${answer.kind}`, source, () =>
    finished(ctx, shown),
  );
}

function finished(ctx: Context, shown: Shown): FinishedPage {
  const { answer } = shown;
  return finishedPage(
    isMessage(answer) ? MESSAGE_STATUS[answer.kind] : 200,
    answerPage(ctx, shown),
  );
}
