import type { ChangedLine } from '#engines/worksheet/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { canEdit } from '#kernel/model/workflow.ts'
import { serveController } from '#kernel/server/crud.ts'
import { lockRow, updateRow } from '#kernel/server/rows.ts'
import type { AnyContext, Served } from '#kernel/server/serve.ts'
import { amounts } from '../model/calls.ts'
import { AFS } from '../model/entities.ts'
import { type Detail, statements as declared, type StatementRow } from '../model/statements.ts'
import { saveOnlyAmounts } from './statements.ts'

/** Locks and returns a statement that the caller may still edit; refuses otherwise (409). */
export async function lockEditable(context: AnyContext, afsId: number): Promise<StatementRow> {
  const row = await lockRow(context, AFS, afsId)
  if (!canEdit(declared.flow, row, context.actor))
    refuse.conflict('This statement has been submitted and can no longer be edited here.')
  return row
}

/** Saves amounts of an open statement and raises its version. */
export async function saveEditableAmounts(
  context: AnyContext,
  afsId: number,
  sentLines: readonly ChangedLine[],
): Promise<Detail['lines']> {
  const row = await lockEditable(context, afsId)
  const saved = await saveOnlyAmounts(context, row, sentLines)
  await updateRow(context, AFS, afsId, {})
  return saved
}

type AmountRow = {
  afsAmountId: number
  afsId: number
  code: string
  amount: number | null
  note: string | null
}

/**
 * The generic calls for one amount. They apply the same rules, origins and totals as a save of all amounts.
 */
export const amountCalls: Served[] = serveController(amounts, {
  create: async (context, values) => {
    const { afsId, code, amount, note } = values as AmountRow
    const saved = await saveEditableAmounts(context, afsId, [{ code, amount, note }])
    const line = saved.find((item) => item.code === code)
    const lineIds = await context.transaction.rows<{ id: number }>({
      text: 'select afs_amount_id as id from annual_statement_line where afs_id = $1 and code = $2',
      values: [afsId, code],
    })
    return line && lineIds[0]
      ? lineIds[0].id
      : refuse.invalid([{ field: 'amount', message: 'Amount: *Field is required' }])
  },
  before: async (context, values, present) => {
    const { afsId, code, ...line } = { ...(present as AmountRow), ...values } as AmountRow
    const existingLine = present as AmountRow
    if (afsId !== existingLine.afsId || code !== existingLine.code)
      refuse.invalid([{ field: 'code', message: 'Account: a line stays with its account and statement.' }])
    if (line.amount === null && !line.note)
      refuse.invalid([{ field: 'amount', message: 'Amount: enter one, or remove the line.' }])
    await saveEditableAmounts(context, afsId, [{ code, amount: line.amount, note: line.note }])
    return {}
  },
  beforeRemove: async (context, present) => {
    const { afsId, code } = present as AmountRow
    await saveEditableAmounts(context, afsId, [{ code, amount: null, note: null }])
  },
})
