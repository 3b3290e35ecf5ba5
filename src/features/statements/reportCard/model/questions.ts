import {
  getFigureCents,
  type TieOutResult,
  formatAmountText as words,
} from '#engines/worksheet/model/index.ts'
import { agencyDay, daysBetween, formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { formatMoney, fromCents } from '#kernel/model/money.ts'
import { BY_SCHEDULE, getHighestFee, hasSingleMaximum, type Year } from './figures.ts'

export const answers = ['yes', 'no', 'na'] as const
export type Answer = (typeof answers)[number]

/**
 * The portal's facts about a statement that the checklist uses in addition to its figures. Cents and days.
 */
export type Facts = {
  year: Year
  tolerance: number
  submitted: string | null
  dueDate: string | null
  opinion: string | null
  goingConcern: boolean | null
  certifications: number
  /** The labels of required schedules that are empty although their accounts have amounts. */
  missingSchedules: readonly string[]
  /** Related-party transactions that the statement discloses. */
  relatedParties: number
  /** The results of all tie-outs of the statement and its schedules, by id. */
  ties: readonly TieOutResult[]
  /**
   * Deposits made to the replacement reserve in the year, from the same source as the deposits due. Null
   * without a source.
   */
  depositsMade: number | null
  /** The balance of the replacement reserve in the agency's ledger on the last day. */
  ledgerBalance: number | null
  /** The number of open and cured findings of last year's card. Null without a card. */
  priorFindings: { afsId: number; year: number; open: number; cured: number } | null
  /**
   * The delinquent amounts of surplus cash: mortgage principal (A5), reserve deposits (A6), escrow (A9).
   * Null if not entered.
   */
  delinquent: Readonly<Record<'A5' | 'A6' | 'A9', number | null>>
  /** Distributions paid in the year, and those approved. Null if the portal has no data. */
  distributions: { paid: number; approved: number } | null
}

/** The portal's answer to a question with its fact, or only the fact for a person to judge. */
export type PortalAnswer = { answer: Answer | null; fact: string; code?: string; to?: string } | null

/** A question of the checklist. `needs` says in a finding which step the owner must take. */
export type Item = {
  id: string
  group: 'Filing' | 'Integrity' | 'Compliance'
  question: string
  /** The finding that a No proposes, and its cure. */
  finding: string
  needs: string
  known: ((facts: Facts) => PortalAnswer) | undefined
}

/** Answers No if surplus cash reports a delinquent amount in a line. Null otherwise. */
const answerDelinquent = ({ delinquent }: Facts, line: keyof Facts['delinquent']): PortalAnswer => {
  const cents = delinquent[line] ?? 0
  return cents > 0 ? answerYesNo(false, `surplus cash, ${line}: ${dollars(cents)} delinquent`) : null
}
const dollars = (cents: number): string => formatMoney(fromCents(cents))
const answerYesNo = (holds: boolean, fact: string, code?: string): PortalAnswer => ({
  answer: holds ? 'yes' : 'no',
  fact,
  ...(code ? { code } : {}),
})

/** The tie-outs of the cash flow statement, and of equity. */
const CASH_FLOWS = ['AFS-T9', 'AFS-T10', 'AFS-T11', 'AFS-T12', 'AFS-T13']
const EQUITY = ['AFS-T2', 'AFS-T3', 'AFS-T4', 'AFS-T5', 'AFS-T6', 'AFS-T8']

/** Answers whether every tie-out of these ids agrees. Null if the statement has none of them. */
function answerTies(facts: Facts, tieIds: readonly string[]): PortalAnswer {
  const matchingTies = facts.ties.filter((tie) => tieIds.includes(tie.id.split('.')[0]!))
  if (matchingTies.length === 0) return null
  const failedTies = matchingTies.filter((tied) => !tied.agrees)
  const first = failedTies[0]
  if (!first)
    return answerYesNo(
      true,
      `${matchingTies.length} of ${plural(matchingTies.length, 'tie-out agrees', 'tie-outs agree')}`,
    )
  const more = failedTies.length > 1 ? `, and ${failedTies.length - 1} more` : ''
  return answerYesNo(false, `${first.title}: ${dollars(first.difference)} apart${more}`, first.left.code)
}

/**
 * Every question in the order of the card, with the columns: id | group | question | finding of a No | its
 * cure (domain 8.2).
 */
const questionTable = `
RPC-C1 | Filing | Received on time | The statement was received late | File the next statement by its due date.
RPC-C2 | Filing | Opinion unmodified | The auditor’s opinion is modified | Tell us what led to it and how it is put right.
RPC-C3 | Filing | No going-concern doubt | The auditor doubts that the property can go on | Send your plan for the coming year.
RPC-C4 | Filing | All schedules present | A required schedule is missing | File the missing schedule.
RPC-C5 | Filing | Property and LIHTC numbers on the face | Property or LIHTC number is missing on the face of the audit | Send the audit with both numbers on its face.
RPC-C6 | Filing | Agency chart of accounts used | The audit is not on the agency’s chart of accounts | Send the audit on the agency’s chart of accounts.
RPC-C7 | Filing | Certifications signed | A certification is missing | Have owner and managing agent certify the statement.
RPC-C8 | Filing | Prior findings cleared | Findings of the year before are not cleared | Cure them and send proof.
RPC-C9 | Integrity | Balance sheet balances | The balance sheet does not balance | Correct the balance sheet.
RPC-C10 | Integrity | Cash flow ties | The statement of cash flows does not tie | Correct the statement of cash flows.
RPC-C11 | Integrity | Equity roll-forward ties | The roll-forward of equity does not tie | Correct the statement of equity.
RPC-C12 | Integrity | Reserve agrees with the agency’s balance | The replacement reserve differs from the agency’s balance | Reconcile the reserve and send the bank’s confirmation.
RPC-C13 | Integrity | Nothing netted | Accounts are netted against each other | Show rent and vacancy, interest and its subsidy, claims and repairs apart.
RPC-C14 | Integrity | Accrued interest recorded | Accrued interest is not recorded | Record the interest that was due and not paid.
RPC-C15 | Compliance | Management fee within the maximum | The management fee is above the maximum | Refund what was paid too much and send proof.
RPC-C16 | Compliance | Reserve deposits made | A deposit to the replacement reserve is delinquent | Make the deposit and send proof.
RPC-C17 | Compliance | Security deposits funded | Security deposits are not fully funded | Fund the tenant deposits and send the bank’s confirmation.
RPC-C18 | Compliance | Distributions within the approved | More was distributed than approved | Return what was distributed without approval and send proof.
RPC-C19 | Compliance | Related-party transactions disclosed | A related-party transaction is not disclosed | Disclose the transaction with party, amount and terms.
RPC-C20 | Compliance | Taxes and insurance current | Taxes or insurance are not paid | Pay them and send the receipts.
RPC-C21 | Compliance | Escrow sufficient | The escrow does not cover what falls due | Bring the escrow up to what falls due and send the statement of account.
RPC-C22 | Compliance | Mortgage current | The mortgage is in arrears | Bring the mortgage current and send the lender’s statement.
RPC-C23 | Compliance | No unauthorized loans or encumbrances | A loan or encumbrance was not authorized | Send the documents of the loan and ask for approval.
RPC-C24 | Compliance | Entity expenses not paid from operations | Entity expenses were paid from operations | Return what was paid for the entity and send proof.`

/** The functions that answer a question from the portal's facts, by question id. */
const portalAnswers: Readonly<Record<string, (facts: Facts) => PortalAnswer>> = {
  'RPC-C1': ({ submitted, dueDate }) => {
    if (!submitted || !dueDate) return null
    const late = daysBetween(dueDate, agencyDay(submitted))
    const received = formatDate(submitted, 'MM/DD/YYYY')
    const text =
      late === 0
        ? 'on the day'
        : late > 0
          ? `${plural(late, 'day', 'days')} late`
          : `${plural(-late, 'day', 'days')} early`
    return answerYesNo(late <= 0, `received ${received}, ${text}`)
  },
  'RPC-C2': ({ opinion }) =>
    opinion
      ? answerYesNo(/^un(modified|qualified)$/i.test(opinion), `opinion: ${opinion.toLowerCase()}`)
      : null,
  'RPC-C3': ({ goingConcern }) =>
    goingConcern === null
      ? null
      : answerYesNo(
          !goingConcern,
          goingConcern ? 'going-concern doubt is marked' : 'no going-concern doubt is marked',
        ),
  'RPC-C4': ({ missingSchedules: missing }) =>
    answerYesNo(
      missing.length === 0,
      missing.length === 0 ? 'each is filled in' : `empty: ${missing.join(', ')}`,
    ),
  'RPC-C6': ({ year }) => ({
    answer: null,
    fact: `entered on the chart of ${year.year}; compare the signed audit`,
  }),
  'RPC-C7': ({ certifications }) => answerYesNo(certifications >= 2, `${certifications} of 2 certifications`),
  'RPC-C8': ({ priorFindings: prior }) => {
    if (!prior) return { answer: 'na', fact: 'no card of the year before' }
    const { afsId, year, open, cured } = prior
    const to = `/afs/review/reportcard/${afsId}`
    if (open + cured === 0) return { answer: 'na', fact: `${year}: no finding`, to }
    if (open > 0)
      return { answer: 'no', fact: `${year}: ${plural(open, 'finding', 'findings')} not cured`, to }
    return { answer: null, fact: `${year}: ${plural(cured, 'finding', 'findings')}, cured`, to }
  },
  'RPC-C9': ({ year: { read }, tolerance }) => {
    const apart = read('1000T') - read('2033T')
    return answerYesNo(
      Math.abs(apart) <= tolerance,
      `assets ${words(read('1000T'))}, liabilities and equity ${words(read('2033T'))}`,
      '1000T',
    )
  },
  'RPC-C10': (facts) => answerTies(facts, CASH_FLOWS),
  'RPC-C11': (facts) => answerTies(facts, EQUITY),
  'RPC-C12': ({ year: { read }, ledgerBalance, tolerance }) =>
    ledgerBalance === null
      ? null
      : answerYesNo(
          Math.abs(read('1320') - ledgerBalance) <= tolerance,
          `statement ${words(read('1320'))}, agency ${words(ledgerBalance)}`,
          '1320',
        ),
  'RPC-C14': ({ year: { read } }) => {
    if (read('6820') + read('6825') === 0) return { answer: 'na', fact: 'no mortgage interest' }
    const accrued = ['2130', '2131', '2132'].reduce((sum, code) => sum + read(code), 0)
    return answerYesNo(accrued > 0, `accrued interest ${words(accrued)}`, '2131')
  },
  'RPC-C15': ({ year, tolerance }) => {
    const greatest = getHighestFee(year)
    if (!greatest) return null
    const maximum = getFigureCents(greatest.fee)
    const sign = year.read('6320') <= maximum + tolerance ? '≤' : '>'
    const unit = hasSingleMaximum(year, greatest.occupied)
      ? `× ${formatMoney(year.mostFee)}`
      : 'by the maximum of each day'
    return answerYesNo(
      sign === '≤',
      `${words(year.read('6320'))} ${sign} ${greatest.occupied} unit-months ${unit} = ${words(maximum)}`,
      '6320',
    )
  },
  'RPC-C16': (facts) => {
    const { depositsMade, year, tolerance } = facts
    const { reserveDeposits, reserveDepositsFrom: from } = year
    const shortfall = answerDelinquent(facts, 'A6')
    if (depositsMade === null) return shortfall
    const missing = reserveDeposits - depositsMade
    const fact = `${words(depositsMade)} made, ${words(reserveDeposits)} due${from === BY_SCHEDULE ? ` ${from}` : ''}`
    return missing <= tolerance
      ? (shortfall ?? answerYesNo(true, fact))
      : answerYesNo(false, `${dollars(missing)} delinquent: ${fact}`)
  },
  'RPC-C17': ({ year: { read }, tolerance }) => {
    const funded = read('1191') >= read('2191') - tolerance
    return answerYesNo(
      funded,
      `${words(read('1191'))} held ${funded ? '≥' : '<'} ${words(read('2191'))} owed`,
      '1191',
    )
  },
  'RPC-C18': ({ distributions, tolerance }) =>
    distributions === null
      ? null
      : distributions.paid === 0
        ? { answer: 'na', fact: 'nothing was distributed' }
        : answerYesNo(
            distributions.paid <= distributions.approved + tolerance,
            `${words(distributions.paid)} paid, ${words(distributions.approved)} approved`,
          ),
  'RPC-C19': ({ relatedParties: count }) => ({
    answer: null,
    fact:
      count === 0 ? 'none is disclosed' : `${plural(count, 'transaction is', 'transactions are')} disclosed`,
  }),
  'RPC-C21': (facts) => {
    const { read } = facts.year
    const shortfall = answerDelinquent(facts, 'A9')
    if (shortfall) return shortfall
    const due = read('2150')
    if (due === 0)
      return { answer: null, fact: `escrow ${words(read('1310'))}, no accrued property taxes`, code: '1310' }
    return answerYesNo(
      read('1310') >= due,
      `escrow ${words(read('1310'))}, accrued property taxes ${words(due)}`,
      '1310',
    )
  },
  'RPC-C22': (facts) =>
    answerDelinquent(facts, 'A5') ??
    (facts.delinquent.A5 === 0 ? answerYesNo(true, 'surplus cash, A5: nothing is delinquent') : null),
  'RPC-C24': ({ year: { read } }) =>
    read('7100T') === 0
      ? answerYesNo(true, 'no entity expenses', '7100T')
      : { answer: null, fact: `entity expenses ${words(read('7100T'))}`, code: '7100T' },
}

/** All questions of the checklist. */
export const questions: readonly Item[] = questionTable
  .trim()
  .split('\n')
  .map((line): Item => {
    const [id = '', group = '', question = '', finding = '', needs = ''] = line.split(' | ')
    return { id, group: group as Item['group'], question, finding, needs, known: portalAnswers[id] }
  })
