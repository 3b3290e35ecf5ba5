import {
  type ComparedStatement,
  createColumnTest,
  createPair,
  createPairWithPriorYear,
  getAccountsSide,
  getCashFlowSide,
  getColumnSide,
  getDistinctTexts,
  getPriorAccountsSide,
  type Pair,
  type TieRule,
} from './compared.ts'
import { noteAccounts } from './debtSchedules.ts'
import { sumAdjustmentsIn } from './restating.ts'

/** Accounts for the current portion of notes. */
const currentAccounts = ['2160', '2170', '2171', '2172']
export const accruedInterest = ['2130', '2131', '2132', '2133', '2134']
const interestExpense = ['6820', '6825', '6830', '6840', '7141', '7142']
const debtAccounts = [...new Set([...currentAccounts, ...noteAccounts])]
/** Accounts that contain only debts to or from related parties. */
const relatedOnlyAccounts: readonly string[] = ['1145', '2113', '2123', '2330']

/** The tie-outs of notes payable (domain 4.5). */
export const noteTies: Readonly<Record<string, TieRule>> = {
  'AFS-T14': {
    title: 'Notes payable',
    source: 'domain 4.5',
    says: 'Ending principal beyond the current portion of the notes of each account is that account of the balance sheet.',
    pairs: (c) =>
      noteAccounts
        .filter((code) => code !== '2160' && c.chart.byCode.has(code))
        .map(
          (code): Pair => ({
            of: code,
            title: `Notes in ${code}`,
            left: getColumnSide(c, 'notesPayable', 'longTerm', {
              only: createColumnTest('accountCode', code),
              words: code,
            }),
            right: getAccountsSide(c, [code]),
          }),
        ),
  },
  'AFS-T15': {
    title: 'Notes due within a year',
    source: 'domain 4.5',
    says: 'Short-term notes and the current portions of the others come to 2160, 2170, 2171 and 2172.',
    pairs: createPair(
      (c) => {
        const short = getColumnSide(c, 'notesPayable', 'longTerm', {
          only: createColumnTest('accountCode', '2160'),
        })
        const current = getColumnSide(c, 'notesPayable', 'currentPortion')
        return {
          ...current,
          label: 'Notes payable: short-term and current portion',
          cents: current.cents + short.cents,
          of: [...(current.of ?? []), ...(short.of ?? [])],
        }
      },
      (c) => getAccountsSide(c, currentAccounts),
    ),
  },
  'AFS-T16': {
    title: 'Accrued interest',
    source: 'domain 4.5, 4.14',
    says: 'Interest accrued at the end on all notes comes to 2130 through 2134.',
    pairs: createPair(
      (c) => getColumnSide(c, 'notesPayable', 'interestEnding'),
      (c) => getAccountsSide(c, accruedInterest),
    ),
  },
  'AFS-T17': {
    title: 'Interest expense',
    source: 'domain 4.5',
    says: 'Interest expensed on all notes comes to 6820, 6825, 6830, 6840, 7141 and 7142.',
    pairs: createPair(
      (c) => getColumnSide(c, 'notesPayable', 'interestExpensed'),
      (c) => getAccountsSide(c, interestExpense),
    ),
  },
  'AFS-T18': {
    title: 'Principal at the beginning',
    source: 'domain 4.5',
    says: 'Beginning principal of all notes is the debt of the balance sheet of the year before.',
    pairs: createPairWithPriorYear(
      (c) => getColumnSide(c, 'notesPayable', 'beginning'),
      (c) => getPriorAccountsSide(c, debtAccounts),
    ),
  },
  'AFS-T19': {
    title: 'Interest accrued at the beginning',
    source: 'domain 4.5',
    says: 'Interest accrued at the beginning on all notes is 2130 through 2134 of the year before.',
    pairs: createPairWithPriorYear(
      (c) => getColumnSide(c, 'notesPayable', 'interestBeginning'),
      (c) => getPriorAccountsSide(c, accruedInterest),
    ),
  },
  'AFS-T20': {
    title: 'Principal paid',
    source: 'domain 4.5, 4.10',
    says: 'Principal paid on all notes is that of the statement of cash flows.',
    pairs: createPair(
      (c) => getColumnSide(c, 'notesPayable', 'payments'),
      (c) => getCashFlowSide(c, ['C410', 'C420']),
    ),
  },
  'AFS-T21': {
    title: 'New loans',
    source: 'domain 4.5, 4.10',
    says: 'Additions to notes are the proceeds of loans in the statement of cash flows.',
    pairs: createPair(
      (c) => getColumnSide(c, 'notesPayable', 'additions'),
      (c) => getCashFlowSide(c, ['C430']),
    ),
  },
}

/** The tie-outs of related parties (domain 4.6). */
export const relatedPartyTies: Readonly<Record<string, TieRule>> = {
  'AFS-T22': {
    title: 'Owed to related parties',
    source: 'domain 4.6',
    says: 'The amount owed at the end in 1145, 2113, 2123 or 2330 equals that account of the balance sheet.',
    pairs: (c) => pairOwedAccounts(c, (code) => relatedOnlyAccounts.includes(code)),
  },
  'AFS-T23': {
    title: 'Owed to related parties among others',
    source: 'domain 4.6',
    says: 'The amount owed at the end in any other account is at most that account of the balance sheet.',
    holds: 'at most',
    pairs: (c) => pairOwedAccounts(c, (code) => !relatedOnlyAccounts.includes(code)),
  },
  'AFS-T24': {
    title: 'Charged by related parties',
    source: 'domain 4.6',
    says: 'What related parties charged to an expense is at most that account.',
    holds: 'at most',
    pairs: (c) =>
      getDistinctTexts(c.rows.relatedParties, 'accountCode')
        .filter((code) => /^[67]/.test(code) && c.chart.byCode.has(code))
        .map((code) => ({
          of: code,
          left: getColumnSide(c, 'relatedParties', 'charged', {
            only: createColumnTest('accountCode', code),
            words: code,
          }),
          right: getAccountsSide(c, [code]),
        })),
  },
  'AFS-T25': {
    title: 'Owed to related parties at the beginning',
    source: 'domain 4.6',
    says: 'The amount owed at the beginning equals the amount owed at the end of the year before.',
    pairs: createPairWithPriorYear(
      (c) => getColumnSide(c, 'relatedParties', 'beginning'),
      (c) => {
        const before = getColumnSide(
          { ...c, year: c.year - 1, rows: c.prior!.rows },
          'relatedParties',
          'ending',
        )
        // 1145 is a receivable of the property and reduces its debt.
        const adjusted = sumAdjustmentsIn(c.prior!, relatedOnlyAccounts, (code) =>
          code.startsWith('1') ? -1 : 1,
        )
        return { ...before, cents: before.cents + adjusted, label: `owed at the end of ${c.year - 1}` }
      },
    ),
  },
}

function pairOwedAccounts(c: ComparedStatement, isIncluded: (code: string) => boolean): Pair[] {
  return getDistinctTexts(c.rows.relatedParties, 'owedCode')
    .filter((code) => isIncluded(code) && c.chart.byCode.has(code))
    .map((code) => ({
      of: code,
      left: getColumnSide(c, 'relatedParties', 'ending', {
        only: createColumnTest('owedCode', code),
        words: code,
        // A receivable is an asset, so its sign is turned.
        sign: code.startsWith('1') ? -1 : 1,
      }),
      right: getAccountsSide(c, [code]),
    }))
}
