import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { openPath } from '#engines/review/model/index.ts'
import { columnOfReview, OfferButton, type PartProps } from '#engines/review/web/index.ts'
import { agencyDay, formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { ApiError, ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { beginRequest } from '../model/calls.ts'
import type { ClaimDetail } from '../model/claims.ts'
import { requests } from '../model/requests.ts'
import { getInsuranceClaimTimeline } from '../model/timeline.ts'
import { ClaimChecks } from './ClaimChecks.tsx'
import { ClaimDocuments } from './ClaimDocuments.tsx'
import styles from './claim.module.css'

const CHECKS_ID = 'checks-of-claim'

/** Scrolls to the checks of the claim on the screen and focuses them. */
export function scrollToChecks(): void {
  const place = document.getElementById(CHECKS_ID)
  place?.scrollIntoView({ block: 'start' })
  place?.focus({ preventScroll: true })
}

const damageColumn = columns<ClaimDetail['items'][number]>()
const damagedColumns = [
  damageColumn.text('Damaged', (item) => item.items, { width: 260 }),
  damageColumn.text('Units affected', (item) => item.unitsAffected, { width: 150 }),
  damageColumn.text('Cause', (item) => item.cause, { width: 150 }),
]

/** The state of a filed claim: its checks, payment requests, timeline and damaged items. */
export function ClaimState({ detail, refresh }: PartProps<ClaimDetail>) {
  const readOnly = useReadOnly()
  return (
    <>
      <section id={CHECKS_ID} tabIndex={-1} aria-label="Checks of the insurance company">
        <ClaimChecks detail={detail} refresh={refresh} />
      </section>
      <Requests detail={detail} />
      <section aria-label="Timeline">
        <h2>Timeline</h2>
        <Timeline detail={detail} />
      </section>
      <section aria-label="Damage">
        <h2>Damage</h2>
        <DataTable
          caption="Damaged items"
          rows={detail.items}
          columns={damagedColumns}
          rowKey={(item) => item.insuranceClaimItemId}
          plain
          empty="Nothing is listed."
        />
      </section>
      {detail.mayNote && !readOnly && (
        <section aria-label="Photos and documents">
          <h2>Photos and documents</h2>
          <ClaimDocuments detail={detail} refresh={refresh} />
        </section>
      )}
    </>
  )
}

const requestColumn = columns<ClaimDetail['requests'][number]>()
const requestColumns = [
  requestColumn.link(
    'Request',
    (item) => item.requestNumber,
    (item) => item.path,
    { width: 90 },
  ),
  requestColumn.text('Status', (item) => item.statusLabel, { width: 170 }),
  requestColumn.money('Claimed', (item) => item.claimed, { total: true, width: 120 }),
  columnOfReview(requestColumn.money('Approved', (item) => item.approved, { total: true, width: 120 })),
]

/** The payment requests of the claim, with a button to ask for another payment. */
function Requests({ detail }: { detail: ClaimDetail }) {
  const readOnly = useReadOnly()
  return (
    <section aria-label="Payment requests">
      <h2>Payment requests</h2>
      <DataTable
        caption="Payment requests"
        rows={detail.requests}
        columns={requestColumns}
        rowKey={(item) => item.insuranceRequestId}
        to={(item) => item.path}
        plain
        empty="No payment was requested yet. Finished repairs are paid from the checks that the agency holds."
      />
      {detail.mayNote && !readOnly && (
        <OfferButton
          review={requests}
          begun={{ propertyId: detail.propertyId, insuranceClaimId: detail.insuranceClaimId }}
          refusedTitle="No payment can be asked for now"
        >
          <AskForPayment detail={detail} />
        </OfferButton>
      )}
    </section>
  )
}

function AskForPayment({ detail }: { detail: ClaimDetail }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    try {
      const createdRequest = await ask(
        beginRequest,
        { params: { claimId: detail.insuranceClaimId } },
        { quiet: true },
      )
      await navigate(openPath(requests, createdRequest))
    } catch (error) {
      notify(error instanceof ApiError ? error.message : 'The request was not begun.', { kind: 'warning' })
      setBusy(false)
    }
  }
  return (
    <Button mt="sm" variant="default" loading={busy} onClick={() => void begin()}>
      Ask for payment
    </Button>
  )
}

/** The list of the claim’s events, the earliest first. */
function Timeline({ detail }: { detail: ClaimDetail }) {
  const events = getInsuranceClaimTimeline(detail, agencyDay)
  return (
    <ol className={styles.timeline}>
      {events.map(({ day, what, amount, to }) => (
        <li key={`${day} ${what}`}>
          <time dateTime={day}>{formatDate(day, 'MM/DD/YYYY')}</time>
          <span>{to ? <Link to={to}>{what}</Link> : what}</span>
          <span>{formatMoney(amount)}</span>
        </li>
      ))}
    </ol>
  )
}
