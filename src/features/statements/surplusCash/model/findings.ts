import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, toCents } from '#kernel/model/money.ts'
import { formatPartCode, mortgages, partCodes } from './form.ts'
import type { Finding } from './surplus.ts'
import type { ComputationView } from './views.ts'

/**
 * Returns the findings of a computation (domain 6.5): CDS-F1 no basis; CDS-F2 more was paid than all
 * rights; CDS-F3 more was approved than is available now; CDS-F4 the books differ on the amount paid;
 * CDS-F5 residual receipts are due; CDS-F6 and CDS-F7 the statement and the loan register differ (domain
 * 31); CDS-F8 something the acceptance was based on was undone (domain 47.5).
 */
export function findComputationFindings(view: ComputationView): Finding[] {
  const { basis, b2a, b2c, b4, b5, overpaid, approved, paidDeclared, year } = view
  const excess = toCents(approved) - toCents(b4)
  const buildFinding = (id: string, holds: boolean, text: string): Finding[] =>
    holds ? [{ id, words: text }] : []
  return [
    ...buildFinding(
      'CDS-F1',
      basis === null && b2a === 0,
      'The agency has not set development cost, mortgages and rate yet: no right is earned.',
    ),
    ...buildFinding(
      'CDS-F2',
      overpaid > 0,
      `${formatMoney(overpaid)} was paid beyond all rights: the owner must repay it.`,
    ),
    ...buildFinding(
      'CDS-F3',
      excess > 0,
      `${formatMoney(approved)} was approved on this statement, ${formatMoney(excess / 100)} more than is available by its present figures.`,
    ),
    ...buildFinding(
      'CDS-F4',
      paidDeclared !== null && toCents(paidDeclared) !== toCents(b2c),
      `By the books ${formatMoney(paidDeclared ?? 0)} was paid in ${year}; the yearly rights say ${formatMoney(b2c)}.`,
    ),
    ...buildFinding(
      'CDS-F5',
      b5 > 0,
      `${formatMoney(b5)} is due to residual receipts by ${formatDate(view.residualDue, 'MM/DD/YYYY')}.`,
    ),
    ...findRegisterDifferences(view),
    ...findUndoneLines(view),
  ]
}

/**
 * Returns differences between the statement and the equity figure or the loan register that it is based on.
 */
function findRegisterDifferences({ figure, principalPaid, accounts, year }: ComputationView): Finding[] {
  if (!figure) return []
  const findings: Finding[] = []
  if (principalPaid !== null && toCents(principalPaid) !== toCents(figure.principalToDate))
    findings.push({
      id: 'CDS-F6',
      words: `The company says ${formatMoney(principalPaid)} of principal is paid to date; the equity figure counts ${formatMoney(figure.principalToDate)}.`,
    })
  const mortgageBalance = mortgages.reduce((sum, code) => sum + toCents(accounts[code]?.amount ?? 0), 0)
  if (figure.mortgages !== null && mortgageBalance !== 0 && mortgageBalance !== toCents(figure.mortgages))
    findings.push({
      id: 'CDS-F7',
      words: `Mortgages of the balance sheet of ${year} are ${formatMoney(mortgageBalance / 100)}; the register of loans has ${formatMoney(figure.mortgages)}.`,
    })
  return findings
}

/**
 * Returns the lines of an accepted year that would differ today, because something they are based on was
 * undone.
 */
function findUndoneLines(view: ComputationView): Finding[] {
  const { since } = view
  if (!since) return []
  const lines = partCodes
    .filter((code) => toCents(since[code]) !== toCents(view[code]))
    .map((code) => `${formatPartCode(code)} ${formatMoney(since[code])}`)
  return [
    {
      id: 'CDS-F8',
      words: `It shows what the statement was accepted on. Something was undone since; today it would come to ${lines.join(', ')}.`,
    },
  ]
}
