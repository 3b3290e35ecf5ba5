import { circleOf } from '#ground/contacts/server/index.ts'
import { sendEventMail } from '#ground/mailTemplates/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { openPath } from '#review/model/index.ts'
import { HELD, RELEASED } from '../model/holdMails.ts'
import { increases as declared, type IncreaseRow } from '../model/increases.ts'

/** Tells the company that Schedule II is held back, or that it is not any more. */
export async function mailHeld(context: AnyContext, row: IncreaseRow, onHold: boolean, reason: string): Promise<void> {
  const id = row.rentIncreaseRequestHeaderId
  const { subject, of } = await circleOf(context, row)
  await sendEventMail(context, {
    event: onHold ? HELD : RELEASED,
    entity: declared.flow.entity,
    rowId: id,
    propertyId: row.propertyId,
    recipientsOf: of,
    values: {
      number: declared.numberOf(id),
      about: subject,
      reason,
      link: `${context.services.config.publicUrl}/#${openPath(declared, row)}`,
    },
  })
}
