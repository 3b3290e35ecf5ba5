import { sql } from 'kysely'
import {
  loadStatementOfYear,
  lockEditable,
  takeBackCertifications,
} from '#features/statements/annualStatement/server/index.ts'
import { fromCents } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { readRow, updateRow, type Values } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { ComputationOfDistributions, SurplusCash } from '../model/entities.ts'
import { accrualCalls, loadAccrualRows } from './accruals.ts'
import { ensureComputation, loadComputationView, storeBasis } from './computation.ts'
import { refuseConflictingEdits } from './conflicts.ts'
import { loadStatementData, type SurplusRow } from './facts.ts'
import { paymentCalls } from './payments.ts'
import { loadRestatedYear } from './restatedYear.ts'
import {
  computeVisibleSums,
  getSurplusCashLines,
  loadSurplusView,
  type SentRow,
  saveRows,
} from './surplus.ts'

export { loadDistribution } from './computation.ts'
export { commitPayment, reversePayment } from './payments.ts'
export { delinquentSql } from './surplus.ts'
export { writersOfRights } from './writers.ts'

/** The generic calls for one line. They apply the same rules and origins as a save of all lines. */
const lineCalls = serveController(calls.surplusLines, {
  create: async (context, values) => {
    const { afsId, version: _, ...line } = values as SentRow & { afsId: number }
    await saveRows(context, afsId, [line])
    const result = await sql<{ id: number }>`select surplus_cash_id as id from surplus_cash
      where afs_id = ${afsId} and line_code = ${line.lineCode}`.execute(context.db)
    return (
      result.rows[0]?.id ??
      refuse.invalid([{ field: 'submittedAmount', message: 'Submitted: *Field is required' }])
    )
  },
  before: async (context, values, present) => {
    const { afsId, lineCode } = present as SurplusRow
    if ((values.afsId ?? afsId) !== afsId || (values.lineCode ?? lineCode) !== lineCode)
      refuse.invalid([{ field: 'lineCode', message: 'Line: a line stays with its statement.' }])
    await saveRows(context, afsId, [{ ...(values as Omit<SentRow, 'lineCode'>), lineCode }])
    return {}
  },
  beforeRemove: async (context, present) => {
    await takeBackCertifications(context, await lockEditable(context, (present as SurplusRow).afsId), [
      'Surplus cash',
    ])
  },
})

const entryFields = ['principalPaid', 'paidDeclared', 'comments'] as const

/**
 * Stores the company's entries about a year's distributions while it may edit the statement. If two people
 * edited the same field, the second save is refused. Unchanged values change nothing.
 */
async function saveComputation(
  context: AnyContext,
  afsId: number,
  payload: Values,
  seenVersion?: number,
): Promise<number> {
  const row = await lockEditable(context, afsId)
  const id = await ensureComputation(context, row)
  const savedValues = await readRow(context, ComputationOfDistributions, id)
  const faults = entryFields.flatMap((name) =>
    name !== 'comments' && Number(payload[name] ?? 0) < 0
      ? [{ field: name, message: 'Enter it without a minus sign.' }]
      : [],
  )
  if (faults.length > 0) refuse.rule('There is a problem', faults)
  await refuseConflictingEdits(
    context,
    ComputationOfDistributions,
    [{ sent: payload, known: savedValues, seen: seenVersion }],
    entryFields,
  )
  const values = Object.fromEntries(
    entryFields.flatMap((name) =>
      payload[name] === undefined || payload[name] === savedValues[name] ? [] : [[name, payload[name]]],
    ),
  )
  if (Object.keys(values).length > 0) {
    await updateRow(context, ComputationOfDistributions, id, values)
    await takeBackCertifications(context, row, ['Computation of distributions'])
  }
  return id
}

const computationCalls = serveController(calls.computations, {
  create: (context, values) => saveComputation(context, values.afsId as number, values),
  before: async (context, values, present) => {
    const { afsId } = present as { afsId: number }
    if ((values.afsId ?? afsId) !== afsId)
      refuse.invalid([{ field: 'afsId', message: 'Statement: a computation stays with its statement.' }])
    await saveComputation(context, afsId, values)
    return {}
  },
  beforeRemove: async (context, present) => {
    await takeBackCertifications(context, await lockEditable(context, (present as { afsId: number }).afsId), [
      'Computation of distributions',
    ])
  },
})

const readCalls: Served[] = [
  serve(calls.getSurplus, (context) => loadSurplusView(context, context.params.afsId)),
  serve(calls.getSurplusByAfsId, async (context) =>
    getSurplusCashLines(context, await loadStatementData(context, context.params.afsId)),
  ),
  serve(calls.getSurplusAmount, async (context) =>
    fromCents(computeVisibleSums(context, await loadStatementData(context, context.params.afsId)).c),
  ),
  serve(calls.availableDistribution, async (context) => {
    const statement = await loadStatementOfYear(context, context.params.propertyId, context.params.year)
    return statement ? (await loadComputationView(context, statement.afsId)).b4 : 0
  }),
  serve(calls.getRestatedYear, (context) => loadRestatedYear(context, context.params.afsId)),
  serve(calls.getComputation, (context) => loadComputationView(context, context.params.afsId)),
  serve(
    calls.getComputationByAfsId,
    async (context) => (await loadStatementData(context, context.params.afsId)).computation,
  ),
  serve(calls.getAccruals, (context) =>
    loadAccrualRows(context, context.params.computationOfDistributionId, false),
  ),
]

const writeCalls: Served[] = [
  serve(calls.saveSurplus, async (context) => {
    await saveRows(context, context.params.afsId, context.body)
    return loadSurplusView(context, context.params.afsId)
  }),
  serve(calls.updateReviewRow, async (context) => {
    const { afsId, lineCode } = (await readRow(context, SurplusCash, context.params.id)) as SurplusRow
    await saveRows(context, afsId, [{ ...context.query, lineCode }])
    const lines = getSurplusCashLines(context, await loadStatementData(context, afsId))
    return lines.find((line) => line.lineCode === lineCode)!
  }),
  serve(calls.saveComputation, async (context) => {
    const { version, ...payload } = context.body
    await saveComputation(context, context.params.afsId, payload, version)
    return loadComputationView(context, context.params.afsId)
  }),
  serve(calls.setBasis, async (context) => {
    await storeBasis(context, context.body)
    return true
  }),
  serve(calls.getAccrualsAllowCreate, (context) =>
    loadAccrualRows(context, context.params.computationOfDistributionId, true),
  ),
]

/** The handlers of all calls of surplus cash and distributions. */
export const served: Served[] = [
  ...lineCalls,
  ...computationCalls,
  ...accrualCalls,
  ...paymentCalls,
  ...readCalls,
  ...writeCalls,
]
