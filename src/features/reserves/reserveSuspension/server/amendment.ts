import { loadAddressee, loadSignatureBlock, storeLetter } from '#core/correspondence/letters/server/index.ts'
import { findReserveAccount } from '#features/reserves/replacementReserve/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { suspensions } from '../model/suspensions.ts'

type SuspensionRow = {
  replacementReserveSuspensionId: number
  propertyId: number
  thresholdPerUnit: number | null
}

/** Writes the amendment that reinstates deposits, which the owner signs, and stores it with the request. */
export async function storeAmendment(context: AnyContext, row: SuspensionRow): Promise<void> {
  const { propertyId, replacementReserveSuspensionId: rowId, thresholdPerUnit } = row
  const account = await findReserveAccount(context, propertyId)
  const requestNumber = suspensions.numberOf(rowId)
  const today = context.settings.today()
  await storeLetter(context, {
    propertyId,
    entity: suspensions.flow.entity,
    rowId,
    kind: 'reinstatement',
    title: `Reinstatement of deposits, ${suspensions.entity.label.toLowerCase()} ${requestNumber}`,
    data: {
      ...(await loadAddressee(context, propertyId)),
      requestNumber,
      signatureBlock: await loadSignatureBlock(context, context.actor.userId),
      body: [
        'The replacement reserve of {{propertyName}} holds {{perUnit}} per unit; {{threshold}} must remain. The suspension of its monthly deposits of {{deposit}} ends.',
        'Please sign this amendment and attach it to the request in the portal. Deposits fall due again from the month after the agency has received it.',
        'Signed for the owner: ______________________________   Date: ______________',
      ],
      values: {
        perUnit: formatMoney(account?.perUnit),
        threshold: formatMoney(thresholdPerUnit),
        deposit: formatMoney(account?.monthlyDeposit),
        today: formatDate(today, 'MMMM DD, YYYY'),
      },
    },
  })
}
