import {
  type PendingKind,
  proposeChange,
  requiresSecondPerson,
} from '#core/platform/pendingChanges/server/index.ts'
import { formatMoney, toCents } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type BeginningAmounts, DEVELOPMENT_COST, getInitialEquity } from '../model/pending.ts'
import type { FigureRow } from './facts.ts'
import { storeFigures, type YearInput } from './update.ts'

/** What can be raised by hand in a figure; a year without a figure has none of it. */
type Raisable = Pick<FigureRow, keyof BeginningAmounts>
const NONE: Raisable = {
  developmentCost: null,
  originalMortgages: null,
  principalBefore: null,
  approvedImprovements: 0,
}

/**
 * Proposes a beginning or improvements that are raised by hand, which wait for a second person because they
 * raise the right to distributions (domain 48.4). Returns whether they wait.
 */
export async function proposeRaise(
  context: AnyContext,
  present: Raisable | undefined,
  values: YearInput,
): Promise<boolean> {
  const figure = present ?? NONE
  const before = getInitialEquity(figure)
  const after = getInitialEquity({ ...figure, ...values })
  if (toCents(after) <= toCents(before) || !(await requiresSecondPerson(context))) return false
  const { propertyId, year } = values
  await proposeChange(context, {
    kind: DEVELOPMENT_COST,
    subjectId: propertyId,
    part: String(year),
    about:
      figure.developmentCost === null && values.developmentCost === undefined
        ? `Approved improvements, ${year}`
        : `Development cost and equity at the beginning, ${year}`,
    path: `/EditProject/${propertyId}?tab=Equity`,
    was: formatMoney(before),
    becomes: formatMoney(after),
    sent: values,
    reason: values.note ?? '',
  })
  return true
}

/** The kind of pending change that stores a corrected beginning once a second person confirms it. */
export const pendingBeginning: PendingKind = {
  name: DEVELOPMENT_COST,
  apply: async (context, { sent }) => {
    await storeFigures(context, [sent as YearInput], true)
  },
}
