import { computePerUnit } from '#core/money/reserves/model/index.ts'
import { DecisionOutcome as OutcomeOfItems } from '#features/shared/invoicedItems/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import type { Action } from '#kernel/model/workflow.ts'
import { ADVANCE_REVIEW, type RequestDetail } from '../model/requests.ts'

const PRE_APPROVAL = {
  text: 'pre-approved; nothing leaves the reserve before the work is completed.',
  by: 'Its completions, at most',
}

/**
 * Shows the effects of a decision as the server computes them: the reserve, the payees, and the amounts not
 * approved. For an advance review it says that nothing leaves the reserve yet.
 */
export function Outcome({
  action,
  before,
  after,
}: {
  action: Action
  before: RequestDetail
  after: RequestDetail | null
}) {
  const { account, rules } = before
  return (
    <OutcomeOfItems
      action={action}
      before={before}
      later={before.requestType === ADVANCE_REVIEW ? PRE_APPROVAL : null}
      account={
        account && {
          name: 'Reserve account',
          balance: account.balance,
          after: after?.account?.balance ?? null,
          day: account.balanceDay && formatDate(account.balanceDay, 'MM/DD/YYYY'),
          perUnit: {
            units: account.units,
            minimum: rules.minimumPerUnit,
            of: (amount) => computePerUnit(amount, account.units),
          },
        }
      }
    />
  )
}
