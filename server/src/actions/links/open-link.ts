import { redirectKey } from '../../cache/memory.ts';
import { isCode } from '../../domain/code.ts';
import { findLinkView } from '../../storage/links.ts';
import { decide, type Decision } from '../../visit/decide.ts';
import type { VisitFacts } from '../../visit/facts.ts';
import type { Context } from '../context.ts';

/** Where a plain redirect goes, when this process has decided the same before. */
export function knownRedirect(ctx: Context, facts: VisitFacts, code: string): string | undefined {
  return ctx.memory.redirects.get(redirectKey(facts.device, code));
}

/** Decides a visit. Reads the store at the most once, changes nothing. */
export async function openLink(ctx: Context, facts: VisitFacts, code: string): Promise<Decision> {
  const { moment } = ctx.memory;
  const link = isCode(code) ? await findLinkView(ctx.db, code) : undefined;
  const decision = decide(link, facts, ctx.own());
  if (decision.kind === 'redirect' && ctx.memory.isCurrent(moment)) {
    ctx.memory.redirects.set(redirectKey(facts.device, code), decision.to);
  }
  return decision;
}
