import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { loadSettingValues } from '#core/platform/settings/server/index.ts'
import { saveLines } from '#engines/review/server/index.ts'
import { RentIncrease } from '#features/rents/rentIncrease/model/index.ts'
import { increases } from '#features/rents/rentIncrease/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { readRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { comparableRents, getByHeaderId, MAX_COMPARABLES, saveComparables } from '../model/calls.ts'
import { type Comparable, ComparableRent } from '../model/entities.ts'
import { checkComparables } from '../model/rules.ts'
import { comparableSettings } from '../model/settings.ts'
import { getStatistics } from '../model/statistics.ts'

type Answer = z.input<typeof getByHeaderId.answer>

async function loadAnswer(context: AnyContext, headerId: number): Promise<Answer> {
  const { belowMarket, market } = comparableSettings
  const comparables = await context.db
    .selectFrom('comparableRent')
    .selectAll()
    .where('rentIncreaseRequestHeaderId', '=', headerId)
    .orderBy('bedrooms')
    .orderBy('position')
    .orderBy('comparableRentId')
    .execute()
  return {
    rentIncreaseRequestHeaderId: headerId,
    comparables,
    statistics: getStatistics(comparables),
    limits: await loadSettingValues(context, { belowMarket, market }),
    version: createHash('sha256').update(JSON.stringify(comparables)).digest('hex'),
  }
}

async function saveRents(
  context: AnyContext,
  payload: z.infer<typeof saveComparables.body & object>,
): Promise<Answer> {
  const { rentIncreaseRequestHeaderId: headerId, comparables, goneIds = [], version } = payload
  const row = await increases.lockForDocuments(context, headerId)
  if (version && version !== (await loadAnswer(context, headerId)).version)
    refuse.conflict(
      'Somebody else has changed the comparable rents in the meantime. Load them again to see the change.',
    )
  refuseFaulty(context, comparables)
  await saveLines(context, ComparableRent, { ...row, id: headerId }, comparables, goneIds, MAX_COMPARABLES)
  return loadAnswer(context, headerId)
}

function refuseFaulty({ settings }: AnyContext, comparables: readonly Partial<Comparable>[]): void {
  const faults = checkComparables(comparables, settings.today())
  if (faults.length > 0) refuse.rule('There is a problem', faults)
}

/**
 * Checks a comparable rent of the generic calls: its request must be open, and the same rules apply as in a
 * save of all.
 */
async function checkOneRent(context: AnyContext, values: Partial<Comparable>, present: Comparable | null) {
  const headerId = present?.rentIncreaseRequestHeaderId ?? values.rentIncreaseRequestHeaderId ?? 0
  if (present && (values.rentIncreaseRequestHeaderId ?? headerId) !== headerId)
    refuse.invalid([
      { field: 'rentIncreaseRequestHeaderId', message: 'This belongs to another rent increase.' },
    ])
  const { propertyId } = await increases.lockForDocuments(context, headerId)
  refuseFaulty(context, [{ ...present, ...values }])
  return { ...values, propertyId, rentIncreaseRequestHeaderId: headerId }
}

/** The handlers of all calls of comparable rents. */
export const served: Served[] = [
  ...serveController(comparableRents, {
    before: (context, values, present) =>
      checkOneRent(context, values as Partial<Comparable>, present as Comparable | null),
    beforeRemove: async (context, present) => {
      await increases.lockForDocuments(context, (present as Comparable).rentIncreaseRequestHeaderId)
    },
  }),
  serve(getByHeaderId, async (context) => {
    const { headerId } = context.params
    await readRow(context, RentIncrease, headerId)
    return loadAnswer(context, headerId)
  }),
  serve(saveComparables, (context) => saveRents(context, context.body)),
]
