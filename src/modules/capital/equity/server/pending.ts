import {
  asksSecondPerson,
  type PendingKind,
  proposeChange,
} from '#ground/platform/pendingChanges/server/index.ts'
import { formatMoney, toCents } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { DEVELOPMENT_COST, getInitialEquity } from '../model/pending.ts'
import type { FigureRow } from './facts.ts'
import { type Said, storeFigures } from './update.ts'

/**
 * Proposes a raised beginning, which waits for a second person (domain 48.4). Returns whether it waits.
 */
export async function proposeBeginning(
  context: AnyContext,
  present: FigureRow,
  values: Said,
): Promise<boolean> {
  const before = getInitialEquity(present)
  const after = getInitialEquity({ ...present, ...values })
  if (toCents(after) <= toCents(before) || !(await asksSecondPerson(context))) return false
  const { propertyId, year } = values
  await proposeChange(context, {
    kind: DEVELOPMENT_COST,
    subjectId: propertyId,
    part: String(year),
    about: `Development cost and equity at the beginning, ${year}`,
    path: `/EditProject/${propertyId}?tab=Equity`,
    was: formatMoney(before),
    becomes: formatMoney(after),
    sent: values,
    reason: values.note ?? '',
  })
  return true
}

/** The beginning of a property as its proposer corrected it. */
export const pendingBeginning: PendingKind = {
  name: DEVELOPMENT_COST,
  apply: async (context, { sent }) => {
    await storeFigures(context, [sent as Said], true)
  },
}
