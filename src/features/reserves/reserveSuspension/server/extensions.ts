import { sql } from 'kysely'
import { buildRecordLink } from '#engines/review/model/index.ts'
import { serveReview } from '#engines/review/server/index.ts'
import { findReserveAccount } from '#features/reserves/replacementReserve/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { lockRow, readRow, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { ReplacementReserveSuspension } from '../model/entities.ts'
import * as model from '../model/extensions.ts'
import { ACTIVE } from '../model/steps.ts'
import { suspensions } from '../model/suspensions.ts'

/** Loads the undecided extension of a suspension, if there is one. */
const loadOpenExtension = async (context: AnyContext, suspensionId: number) =>
  (
    await extensions.lines(
      context,
      sql`r.replacement_reserve_suspension_id = ${suspensionId} and ${statusIs.open('r')}`,
      sql`limit 1`,
    )
  )[0]

/** The server’s part of the review of extensions. */
export const extensions = serveReview(model.extensions, {
  detail: async (context, { propertyId, replacementReserveSuspensionId: id }) => {
    // An extension that is not stored yet may have no suspension. Its months are then null.
    const result = await sql<{
      startMonth: string | null
      endMonth: string | null
    }>`select start_month, end_month
      from replacement_reserve_suspension where replacement_reserve_suspension_id = ${id}`.execute(context.db)
    const { startMonth, endMonth } = result.rows[0] ?? { startMonth: null, endMonth: null }
    return {
      suspensionNumber: suspensions.numberOf(id),
      startMonth,
      endMonth,
      account: await findReserveAccount(context, propertyId),
    }
  },
  line: {
    select: sql`r.replacement_reserve_suspension_id, r.requested_end, x.start_month, x.end_month`,
    joins: sql`left join replacement_reserve_suspension x on x.replacement_reserve_suspension_id =
      r.replacement_reserve_suspension_id`,
  },
  begin: async (context, { propertyId }, { replacementReserveSuspensionId: id }) => {
    if (typeof id !== 'number')
      return refuse.invalid([
        { field: 'replacementReserveSuspensionId', message: 'Suspension: *Field is required' },
      ])
    const suspension = await readRow(context, ReplacementReserveSuspension, id)
    if (suspension.propertyId !== propertyId) refuse.notFound('This suspension request')
    if (suspension.statusId !== ACTIVE) refuse.rule('Only an active suspension can be extended.')
    const other = await loadOpenExtension(context, id)
    if (other)
      refuse.rule(
        `Suspension extension ${other.requestNumber} of this suspension is still open.`,
        [],
        buildRecordLink(model.extensions, other),
      )
    return {}
  },
  needs: {
    approve: async (context, { replacementReserveSuspensionId: id }) => {
      const { statusId } = await lockRow(context, ReplacementReserveSuspension, id)
      return statusId === ACTIVE ? [] : [{ field: '', message: 'The suspension is not active any more.' }]
    },
  },
  effects: {
    granted: async (context, { replacementReserveSuspensionId: id, requestedEnd }) => {
      await updateRow(context, ReplacementReserveSuspension, id, { endMonth: requestedEnd })
    },
  },
  mailLines: ({ requestedEnd }) => [
    `The monthly deposits are suspended through ${formatDate(requestedEnd, 'MM/DD/YYYY')}.`,
  ],
})

/** The handler that lists the extensions of a suspension. */
export const extensionHandlers = [
  serve(model.getBySuspension, (context) =>
    extensions.lines(
      context,
      sql`r.replacement_reserve_suspension_id = ${context.params.replacementReserveSuspensionId}`,
    ),
  ),
]
