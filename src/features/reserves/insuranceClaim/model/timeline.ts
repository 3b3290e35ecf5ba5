/** Builds the timeline of a claim from its dates, checks and payment requests. */

type Check = {
  number: string
  amountReceived: number
  checkToProduct: boolean
  notificationDate: string | null
  receivedOn: string | null
  forwardedOn: string | null
}
type Payment = { paidOn: string; amount: number; payee: string; checkNumber: string }
type Request = {
  requestNumber: string
  path: string
  statusLabel: string
  submitted: string | null
  decided: string | null
  claimed: number
  approved: number | null
  payments: readonly Payment[]
}
/** The part of a claim that its timeline needs. */
export type TimelineClaim = {
  statusLabel: string
  dateOfLoss: string | null
  submitted: string | null
  dateReportedToCo: string | null
  reviewStarted: string | null
  inspectedOn: string | null
  dateMemoRelease: string | null
  decided: string | null
  checks: readonly Check[]
  requests: readonly Request[]
}

/**
 * An event of the timeline. `amount` is in dollars; `to` is the path of the payment request, if there is one.
 */
export type TimelineEvent = { day: string; what: string; amount: number | null; to: string | null }

/** Returns the events of a claim, the earliest first. `getDay` turns a moment into the agency’s day. */
export function getInsuranceClaimTimeline(
  claim: TimelineClaim,
  getDay: (moment: string) => string,
): TimelineEvent[] {
  const events: TimelineEvent[] = []
  const add = (day: string | null, what: string, amount: number | null = null, to: string | null = null) => {
    if (day) events.push({ day, what, amount, to })
  }
  const toDay = (moment: string | null) => (moment ? getDay(moment) : null)
  add(claim.dateOfLoss, 'Loss')
  add(claim.dateReportedToCo, 'Reported to central office')
  add(toDay(claim.submitted), 'Claim submitted')
  add(toDay(claim.reviewStarted), 'Review started')
  for (const check of claim.checks) {
    const { number, amountReceived } = check
    add(check.notificationDate, `Check ${number} announced`, amountReceived)
    add(
      check.receivedOn,
      `Check ${number} received${check.checkToProduct ? '' : ', made out to the owner'}`,
      amountReceived,
    )
    add(check.forwardedOn, `Check ${number} sent on to the owner`, amountReceived)
  }
  for (const {
    requestNumber,
    path,
    statusLabel,
    submitted,
    decided,
    claimed,
    approved,
    payments,
  } of claim.requests) {
    add(toDay(submitted), `Payment request ${requestNumber} submitted`, claimed, path)
    add(toDay(decided), `Payment request ${requestNumber}: ${statusLabel.toLowerCase()}`, approved, path)
    for (const { paidOn, payee, checkNumber, amount } of payments)
      add(paidOn, `Paid to ${payee}, check ${checkNumber}`, amount, path)
  }
  add(claim.inspectedOn, 'Repairs inspected')
  add(claim.dateMemoRelease, 'Memo release')
  add(toDay(claim.decided), `Claim ${claim.statusLabel.toLowerCase()}`)
  return events.sort((event, other) => event.day.localeCompare(other.day))
}
