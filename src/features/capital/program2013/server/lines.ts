import type { Controller } from '#kernel/model/controller.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { canEdit } from '#kernel/model/workflow.ts'
import { serveController } from '#kernel/server/crud.ts'
import { lockRow } from '#kernel/server/rows.ts'
import type { AnyContext, Served } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { categoryChart } from '../model/categories.ts'
import { Program2013 } from '../model/entities.ts'
import { records as declared, type RecordRow } from '../model/records.ts'
import { updateTotals } from './records.ts'

type Line = { program2013Id?: number; code?: string }

/** Locks the record of a line and returns it. Refuses (409) a record that was sent to review. */
async function lockEditableRecord(context: AnyContext, id: number): Promise<RecordRow> {
  const row = await lockRow(context, Program2013, id)
  if (!canEdit(declared.flow, row, context.actor))
    refuse.conflict('This record was sent to review and can no longer be edited here.')
  return row
}

/** Serves the generic calls of a kind of line. The record must be editable, and its totals are updated. */
const serveLines = (controller: unknown, check: (line: Line) => void = () => undefined): Served[] =>
  serveController(controller as Controller, {
    before: async (context, values, present) => {
      const storedLine = present as Line | null
      const id = storedLine?.program2013Id ?? (values as Line).program2013Id ?? 0
      if (storedLine && ((values as Line).program2013Id ?? id) !== id)
        refuse.invalid([{ field: 'program2013Id', message: 'This belongs to another record.' }])
      check(values as Line)
      const { propertyId } = await lockEditableRecord(context, id)
      return { ...values, propertyId, program2013Id: id }
    },
    beforeRemove: async (context, present) => {
      await lockEditableRecord(context, (present as Line).program2013Id ?? 0)
    },
    after: (context, row) => updateTotals(context, (row as Line).program2013Id ?? 0),
  })

/** Refuses an amount for a computed total. */
function refuseTotal({ code }: Line): void {
  if (code !== undefined && categoryChart.byCode.get(code)?.formula !== null)
    refuse.invalid([{ field: 'code', message: `Category: ${code} is none that is typed.` }])
}

const categoryCalls = serveLines(calls.categories, refuseTotal)

/** The handlers of the generic calls of the three kinds of lines. */
export const lineHandlers: Served[] = [
  ...categoryCalls,
  ...serveLines(calls.employeeTypes),
  ...serveLines(calls.debts),
]
