/** What happened in a claim, in the order in which it did. */

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
export type Timed = {
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

/** `amount` in dollars; `to` leads to the request it is about. */
export type Happening = { day: string; what: string; amount: number | null; to: string | null }

/** Everything that happened in a claim, the earliest first; `getDay` gives the agency’s day of a moment. */
export function getInsuranceClaimTimeline(claim: Timed, getDay: (moment: string) => string): Happening[] {
  const events: Happening[] = []
  const add = (day: string | null, what: string, amount: number | null = null, to: string | null = null) => {
    if (day) events.push({ day, what, amount, to })
  }
  const moment = (instant: string | null) => (instant ? getDay(instant) : null)
  add(claim.dateOfLoss, 'Loss')
  add(claim.dateReportedToCo, 'Reported to central office')
  add(moment(claim.submitted), 'Claim submitted')
  add(moment(claim.reviewStarted), 'Review started')
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
    add(moment(submitted), `Payment request ${requestNumber} submitted`, claimed, path)
    add(moment(decided), `Payment request ${requestNumber}: ${statusLabel.toLowerCase()}`, approved, path)
    for (const { paidOn, payee, checkNumber, amount } of payments)
      add(paidOn, `Paid to ${payee}, check ${checkNumber}`, amount, path)
  }
  add(claim.inspectedOn, 'Repairs inspected')
  add(claim.dateMemoRelease, 'Memo release')
  add(moment(claim.decided), `Claim ${claim.statusLabel.toLowerCase()}`)
  return events.sort((event, other) => event.day.localeCompare(other.day))
}
