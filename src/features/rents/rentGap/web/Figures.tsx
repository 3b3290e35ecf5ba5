import { useContext } from 'react'
import { useWatch } from 'react-hook-form'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { isOpen, RequestStatus } from '#kernel/model/status.ts'
import { FormPartsContext, useFormParts } from '#ui/form/formContext.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import type { Detail } from '../model/applications.ts'
import styles from './rentGap.module.css'

type ApprovedHousehold = { approvedAmount: number | null }

/**
 * Shows the requested and approved amounts with the funds of the year. During the review they follow the
 * entered amounts.
 */
export function Figures({ detail }: { detail: Detail }) {
  return useContext(FormPartsContext) ? (
    <EditedFigures detail={detail} />
  ) : (
    <FigureFacts detail={detail} items={detail.items} />
  )
}

function EditedFigures({ detail }: { detail: Detail }) {
  const { form } = useFormParts<{ items: ApprovedHousehold[] }>()
  const editedItems = useWatch({ control: form.control, name: 'items' })
  return <FigureFacts detail={detail} items={editedItems ?? []} />
}

function FigureFacts({ detail, items }: { detail: Detail; items: readonly ApprovedHousehold[] }) {
  const { claimed, funds, statusId } = detail
  const approved =
    statusId === RequestStatus.REJECTED ? 0 : sumMoney(items.map((item) => item.approvedAmount))
  return (
    <section aria-label="Figures" className={styles.figures}>
      <Facts
        facts={[
          { label: 'Asked for', value: formatMoney(claimed) },
          { label: 'Approved', value: formatMoney(approved) },
          ...(funds ? [{ label: `Funds left of ${funds.year}`, value: formatMoney(funds.left) }] : []),
          ...(funds && isOpen(statusId)
            ? [{ label: 'Remaining', value: formatMoney(sumMoney([funds.left, -approved])) }]
            : []),
        ]}
      />
    </section>
  )
}
