import { choiceField, day, flag, money, number, percent, text } from '#kernel/model/field.ts'
import { declareSchedule, declareSum } from './declare.ts'

/** Balance sheet accounts for the principal of a note, apart from its current portion (domain 4.5). */
export const noteAccounts = ['2160', '2310', '2311', '2320', '2321', '2322', '2323', '2324'] as const
/** Accounts for payables to and receivables from related parties (domain 4.6). */
const relatedAccounts = ['1145', '2110', '2113', '2123', '2190', '2310', '2330', '2390'] as const
export const notesPayable = declareSchedule('AFSNotesPayable', {
  part: 'notesPayable',
  table: 'afs_notes_payable',
  key: 'afsNotesPayableId',
  label: 'Notes payable',
  noun: 'Note',
  source: 'domain 4.5',
  columns: {
    lender: text('Lender', 120),
    accountCode: choiceField('Account', noteAccounts).nullable().meta({ label: 'Account', kind: 'choice' }),
    beginning: money('Beginning principal'),
    additions: money('Additions'),
    payments: money('Payments'),
    currentPortion: money('Current portion'),
    interestBeginning: money('Interest accrued at the beginning'),
    interestExpensed: money('Interest expensed'),
    interestPaid: money('Interest paid'),
    relatedParty: flag('Related party'),
    noteDate: day('Date of the note'),
    originalAmount: money('Original amount'),
    interestRate: percent('Interest rate'),
    maturity: day('Maturity'),
    paymentTerms: choiceField('Payment terms', ['Amortizing', 'Interest only', 'Deferred', 'From cash flow'])
      .nullable()
      .meta({ label: 'Payment terms', kind: 'choice' }),
    lienPosition: number('Lien position', 0, 20),
    secured: flag('Secured'),
    fromSurplusCash: flag('Payable from surplus cash'),
  },
  computed: {
    ending: declareSum('Ending principal', 'beginning + additions - payments'),
    longTerm: declareSum('Ending principal beyond the current portion', 'ending - currentPortion'),
    interestEnding: declareSum(
      'Interest accrued at the end',
      'interestBeginning + interestExpensed - interestPaid',
    ),
  },
  identityColumns: ['lender', 'accountCode'],
  columnsInRow: 6,
  carries: { beginning: 'ending', interestBeginning: 'interestEnding' },
  constantColumns: [
    'relatedParty',
    'noteDate',
    'originalAmount',
    'interestRate',
    'maturity',
    'paymentTerms',
    'lienPosition',
    'secured',
    'fromSurplusCash',
  ],
})

export const relatedParties = declareSchedule('AFSRelatedPartyTransaction', {
  part: 'relatedParties',
  table: 'afs_related_party_transaction',
  key: 'afsRelatedPartyTransactionId',
  label: 'Related-party transactions',
  noun: 'Transaction',
  source: 'domain 4.6',
  columns: {
    party: text('Party', 120),
    nature: choiceField('Nature', [
      'Management fee',
      'Maintenance labor',
      'Insurance',
      'Developer fee',
      'Asset-management fee',
      'Loan',
      'Other',
    ])
      .nullable()
      .meta({ label: 'Nature', kind: 'choice' }),
    accountCode: text('Account charged', 8),
    owedCode: choiceField('Account it is owed in', relatedAccounts)
      .nullable()
      .meta({ label: 'Account it is owed in', kind: 'choice' }),
    beginning: money('Owed at the beginning'),
    charged: money('Charged'),
    paid: money('Paid'),
    relationship: text('Relationship', 200, 'Which identity of interest there is.'),
    armsLength: flag('No dearer than the open market'),
  },
  computed: { ending: declareSum('Owed at the end', 'beginning + charged - paid') },
  identityColumns: ['party', 'nature', 'accountCode'],
  columnsInRow: 7,
  carries: { beginning: 'ending' },
  constantColumns: ['owedCode', 'relationship'],
})
