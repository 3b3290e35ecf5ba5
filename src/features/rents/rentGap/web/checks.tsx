import { Link } from 'react-router'
import { plural } from '#kernel/model/formats.ts'
import { formatMoney, toCents } from '#kernel/model/money.ts'
import type { Detail } from '../model/applications.ts'
import { getReasons } from '../model/qualification.ts'
import { checkSubmission, requiredDocuments } from '../model/rules.ts'

type Check = { words: string; fine: boolean; more?: React.ReactNode }

/**
 * Returns the checks of an application: documents, households, qualification now and as submitted,
 * non-compliance, funds.
 */
export const getRentGapChecks = (detail: Detail): readonly Check[] => [
  ...requiredDocuments.map((kind) => {
    const fine = detail.files.some((file) => file.documentType === kind)
    return { words: fine ? `${kind}: attached` : `${kind}: missing`, fine }
  }),
  ...checkHouseholds(detail),
  ...detail.conditions.map(({ words, met, path, place }) => ({
    words,
    fine: met,
    more: !met && <Link to={path}>{place}</Link>,
  })),
  ...getReasons(detail.qualificationAtSubmit ?? { conditions: [] }).map((reason) => ({
    words: `When it was submitted: ${reason}`,
    fine: false,
  })),
  ...detail.nonCompliance
    .filter(({ words }) => !detail.conditions.some((condition) => condition.words === words))
    .map(({ words, path }) => ({ words, fine: false, more: <Link to={path}>Look at it</Link> })),
  ...funds(detail),
]

/** Runs the rules of submission on the households as they are now. */
function checkHouseholds(detail: Detail): Check[] {
  const faults = checkSubmission(detail, detail).flatMap(({ field, message }) => {
    const line = /^items\.(\d+)/.exec(field)?.[1]
    return line === undefined ? [] : [{ words: `Household ${Number(line) + 1}: ${message}`, fine: false }]
  })
  if (faults.length > 0) return faults
  const number = plural(detail.items.length, 'household', 'households')
  return [{ words: `No voucher, and a gap for each of ${number}`, fine: true }]
}

function funds({ funds, approved, claimed, items }: Detail): Check[] {
  if (!funds) return []
  const needed = items.some((item) => item.approvedAmount !== null) ? (approved ?? 0) : claimed
  const fine = toCents(funds.left) >= toCents(needed)
  const before =
    funds.waitingBefore > 0
      ? ` ${plural(funds.waitingBefore, 'application waits', 'applications wait')} longer.`
      : ''
  return [
    {
      words: fine
        ? `The funds of ${funds.year} suffice: ${formatMoney(funds.left)} is left.${before}`
        : `The funds of ${funds.year} are not enough: ${formatMoney(funds.left)} is left, ${formatMoney(needed)} is needed. Once reviewed it goes on the waiting list.${before}`,
      fine,
    },
  ]
}
