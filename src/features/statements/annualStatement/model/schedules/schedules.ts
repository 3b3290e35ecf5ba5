import { choiceField, day, flag, money, number, percent, ref, text } from '#kernel/model/field.ts'
import { cashFlowLines } from './cashFlowLines.ts'
import { notesPayable, relatedParties } from './debtSchedules.ts'
import { declareProduct, declareSchedule, declareSum, type Schedule, type ScheduleRow } from './declare.ts'

/** The account of each kind of reserve (domain 4.7). */
const reserveAccounts = {
  'Replacement reserve': '1320',
  'Operating reserve': '1330',
  'Painting reserve': '1330',
  'Other reserve': '1330',
  'Residual receipts': '1340',
  'Tax escrow': '1310',
  'Insurance escrow': '1310',
} as const
type ReserveKind = keyof typeof reserveAccounts
const scheduleReserveKinds = Object.keys(reserveAccounts) as [ReserveKind, ...ReserveKind[]]
/** Tests whether a reserve line belongs to this account. */
export const isReserveIn =
  (code: string) =>
  ({ reserveKind }: ScheduleRow): boolean =>
    reserveAccounts[reserveKind as ReserveKind] === code
/** The accounts for each purpose of funds (domain 4.8). */
export const fundAccounts = {
  'Petty cash': ['1110'],
  Operating: ['1120', '1121', '1125', '1170', '1175'],
  'Security deposits': ['1191'],
  Reserve: ['1320', '1330'],
  Escrow: ['1310'],
  'Residual receipts': ['1340'],
  Other: ['1355', '1365', '1367', '1381'],
} as const
type FundKind = keyof typeof fundAccounts
export const fundKinds = Object.keys(fundAccounts) as [FundKind, ...FundKind[]]

const lastFour = text('Account number, last 4', 4)

const reserves = declareSchedule('AFSReplacementReservesSchedule', {
  part: 'reserves',
  table: 'afs_replacement_reserves_schedule',
  key: 'afsReplacementReservesScheduleId',
  label: 'Reserves and escrows',
  noun: 'Account',
  source: 'domain 4.7',
  columns: {
    reserveKind: choiceField('Reserve', scheduleReserveKinds)
      .nullable()
      .meta({ label: 'Reserve', kind: 'choice' }),
    institution: text('Institution', 120),
    beginning: money('Beginning balance'),
    deposits: money('Deposits'),
    interest: money('Interest'),
    transfers: money('Transfers', 'Out of the account with a minus.'),
    releases: money('Releases'),
    fees: money('Fees'),
    confirmed: money('Balance the bank confirms'),
    accountNumber: lastFour,
    monthlyRequired: money('Deposit required a month'),
    months: number('Months', 0, 18),
    requestNumbers: text('Requests released', 1000),
  },
  computed: {
    ending: declareSum('Ending balance', 'beginning + deposits + interest + transfers - releases - fees'),
    required: declareProduct('Deposits required', 'monthlyRequired', 'months'),
    beyond: declareSum('Deposits beyond the requirement', 'deposits - required'),
    net: declareSum('Net deposits', 'ending - beginning'),
  },
  identityColumns: ['reserveKind', 'institution', 'accountNumber'],
  columnsInRow: 8,
  carries: { beginning: 'ending' },
  constantColumns: ['monthlyRequired'],
})

const fundsHeld = declareSchedule('AFSScheduleOfFundsHeld', {
  part: 'fundsHeld',
  table: 'afs_schedule_of_funds_held',
  key: 'afsScheduleOfFundsHeldId',
  label: 'Funds held',
  noun: 'Account',
  source: 'domain 4.8',
  columns: {
    fundKind: choiceField('Held for', fundKinds).nullable().meta({ label: 'Held for', kind: 'choice' }),
    institution: text('Institution', 120),
    accountNumber: lastFour,
    balance: money('Balance'),
    insured: money('Insured by the FDIC'),
    heldByAgency: flag('Held by the agency'),
    financialInstitutionId: ref('Institution of the list', 'FinancialInstitution'),
    address: text('Address', 200),
    interestRate: percent('Interest rate'),
    maturity: day('Maturity'),
  },
  computed: {},
  identityColumns: ['fundKind', 'institution', 'accountNumber'],
  columnsInRow: 6,
  constantColumns: ['financialInstitutionId', 'address', 'heldByAgency', 'interestRate'],
})

const partnersEquity = declareSchedule('AFSStatementOfPartnersEquities', {
  part: 'partnersEquity',
  table: 'afs_statement_of_partners_equities',
  key: 'afsStatementOfPartnersEquitiesId',
  label: 'Partners’ equity',
  noun: 'Partner',
  source: 'domain 4.9',
  columns: {
    partner: text('Partner', 120),
    partnerClass: choiceField('Class', [
      'General partner',
      'Limited partner',
      'Special limited partner',
      'Other',
    ])
      .nullable()
      .meta({ label: 'Class', kind: 'choice' }),
    percentOwned: percent('Owned, percent'),
    beginning: money('Beginning equity'),
    contributions: money('Contributions'),
    netIncome: money('Share of net income', 'A loss with a minus.'),
    distributions: money('Distributions'),
    syndication: money('Syndication cost'),
    other: money('Other', 'What lowers equity with a minus.'),
  },
  computed: {
    ending: declareSum(
      'Ending equity',
      'beginning + contributions + netIncome - distributions - syndication + other',
    ),
  },
  identityColumns: ['partner', 'partnerClass'],
  carries: { beginning: 'ending' },
  constantColumns: ['percentOwned'],
})

const cashFlows = declareSchedule('AFSStatementOfCashFlows', {
  part: 'cashFlows',
  table: 'afs_statement_of_cash_flows',
  key: 'afsStatementOfCashFlowsId',
  label: 'Cash flows',
  noun: 'Line',
  source: 'domain 4.10; HUD S1200',
  columns: { amount: money('Amount') },
  computed: {},
  identityColumns: [],
  lines: cashFlowLines,
})

const CREDIT_YEARS = [
  'claimed1',
  'claimed2',
  'claimed3',
  'claimed4',
  'claimed5',
  'claimed6',
  'claimed7',
  'claimed8',
  'claimed9',
  'claimed10',
] as const

/**
 * The first year for which low-income housing credits could be claimed (26 U.S.C. 42, Tax Reform Act of
 * 1986, section 252).
 */
export const FIRST_CREDIT_YEAR = 1987

const taxCredits = declareSchedule('AFSTaxCredit', {
  part: 'taxCredits',
  table: 'afs_tax_credit',
  key: 'afsTaxCreditId',
  label: 'Tax credits',
  noun: 'Building',
  source: 'domain 4.10a',
  columns: {
    bin: text('BIN', 20),
    firstCreditYear: number('First credit year', FIRST_CREDIT_YEAR, 2200),
    eligibleBasis: money('Eligible basis'),
    applicableFraction: percent('Applicable fraction'),
    applicablePercentage: percent('Applicable percentage'),
    stateCredit: money('State credit a year'),
    ...Object.fromEntries(
      CREDIT_YEARS.map((column, index) => [column, money(`Claimed in credit year ${index + 1}`)]),
    ),
  },
  computed: {
    qualifiedBasis: declareProduct('Qualified basis', 'eligibleBasis', 'applicableFraction'),
    annualCredit: declareProduct('Federal credit a year', 'qualifiedBasis', 'applicablePercentage'),
    allocated: declareSum('Federal credit of ten years', CREDIT_YEARS.map(() => 'annualCredit').join(' + ')),
    claimed: declareSum('Claimed so far', CREDIT_YEARS.join(' + ')),
    remaining: declareSum('Remaining', 'allocated - claimed'),
  },
  identityColumns: ['bin'],
  columnsInRow: 6,
  constantColumns: [
    'firstCreditYear',
    'eligibleBasis',
    'applicableFraction',
    'applicablePercentage',
    'stateCredit',
    ...CREDIT_YEARS,
  ] as never[],
})

const fixedAssets = declareSchedule('AFSChangeInFixedAssets', {
  part: 'fixedAssets',
  table: 'afs_change_in_fixed_assets',
  key: 'afsChangeInFixedAssetsId',
  label: 'Changes in fixed assets',
  noun: 'Class',
  source: 'domain 4.10a',
  columns: {
    beginning: money('Beginning'),
    additions: money('Additions'),
    disposals: money('Disposals'),
    depreciationBeginning: money('Depreciation, beginning'),
    depreciationExpense: money('Depreciation of the year'),
    depreciationDisposals: money('Depreciation of disposals'),
  },
  computed: {
    ending: declareSum('Ending', 'beginning + additions - disposals'),
    depreciationEnding: declareSum(
      'Depreciation, ending',
      'depreciationBeginning + depreciationExpense - depreciationDisposals',
    ),
    net: declareSum('Net', 'ending - depreciationEnding'),
  },
  identityColumns: [],
  carries: { beginning: 'ending', depreciationBeginning: 'depreciationEnding' },
  lines: [
    { code: '1410', label: 'Land', heading: 'Classes' },
    { code: '1420', label: 'Buildings' },
    { code: '1440', label: 'Building equipment (portable)' },
    { code: '1450', label: 'Furniture for project/tenant use' },
    { code: '1460', label: 'Furnishings' },
    { code: '1465', label: 'Office furniture and equipment' },
    { code: '1470', label: 'Maintenance equipment' },
    { code: '1480', label: 'Motor vehicles' },
    { code: '1490', label: 'Miscellaneous fixed assets' },
    { code: '1400T', label: 'Total fixed assets', formula: '1410..1490' },
  ],
})

const restatements = declareSchedule('AFSRestatement', {
  part: 'restatements',
  table: 'afs_restatement',
  key: 'afsRestatementId',
  label: 'Restatement',
  noun: 'Account',
  source: 'domain 47.4',
  columns: {
    accountCode: text('Account of the balance sheet', 8),
    filed: money('As filed the year before'),
    adjustment: money('Adjustment', 'What lowers the account with a minus.'),
    reason: text('Explanation', 500),
  },
  computed: { restated: declareSum('Restated', 'filed + adjustment') },
  identityColumns: ['accountCode'],
})

/** The schedules of an annual statement, in the order of its parts. */
const schedules = {
  notesPayable,
  relatedParties,
  reserves,
  fundsHeld,
  partnersEquity,
  cashFlows,
  taxCredits,
  fixedAssets,
  restatements,
} as const
export type Part = keyof typeof schedules
export const parts = Object.keys(schedules) as Part[]
export const getAnnualStatementSchedule = (part: Part): Schedule => schedules[part] as Schedule
